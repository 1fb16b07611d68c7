// One triangle over the whole viewport, and which place of a smaller picture its corners show.
#version 330 core

uniform vec2 part;  // of that picture, from its lower left corner on, that is shown

out vec2 place;

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    place = part * corner;
    gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
}
