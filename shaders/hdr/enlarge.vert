// Draws one triangle over the whole viewport, with the texture coordinates of the enlarged picture.
#version 330 core

uniform vec2 part;  // share of the picture's width and height that is shown, from the lower left corner

out vec2 place;

void main() {
    vec2 corner = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
    place = part * corner;
    gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
}
