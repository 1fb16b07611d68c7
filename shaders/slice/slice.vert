// Places the rectangle of a slice in the world, as a strip of two triangles.
#version 330 core

#include "shaders/camera/projection.glsl"

uniform vec3 center, across, up;  // center of the rectangle, and vectors to the midpoints of two edges

out vec2 place;  // coordinates in the rectangle, 0 to 1 along both edges

void main() {
    place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 side = 2.0 * place - 1.0;
    gl_Position = project(center + side.x * across + side.y * up).clip;
}
