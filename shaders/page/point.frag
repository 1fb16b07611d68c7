// Draws a pixel of a round point. Output: light for additive blending.
#version 330 core

flat in vec4 light;

out vec4 added;

void main() {
    float from_center = 2.0 * length(gl_PointCoord - 0.5);
    added = vec4(light.rgb * max(1.0 - from_center * from_center, 0.0), 1.0);
}
