// Draws a bright star's diffraction spikes: a cross one pixel wide. Output: light for additive blending.
#version 330 core

flat in vec4 spread;
flat in vec4 shape;

out vec4 added;

void main() {
    vec2 from_center = abs(gl_PointCoord - 0.5) * shape.w;
    vec2 across = max(1.0 - from_center, 0.0);
    vec2 along = max(exp(-8.0 * from_center / shape.w) - 0.0183156, 0.0);  // 0.0183156 = exp(-4)
    added = spread * dot(across.yx, along);
}
