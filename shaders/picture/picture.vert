// Places a photograph in the world, as a strip of two triangles.
#version 330 core

#include "shaders/camera/projection.glsl"

uniform vec3 top_left, right, down;  // top-left corner of the photograph, and vectors along its top and left edges

out vec2 place;  // coordinates in the photograph, 0 to 1 from left to right and from top to bottom

void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    gl_Position = project(top_left + place.x * right + place.y * down).clip;
}
