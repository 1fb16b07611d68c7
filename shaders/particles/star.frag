// The share of a particle's light and mass that falls on one pixel.
#version 330 core

flat in vec4 spread;
flat in vec2 shape;

out vec4 added;

void main() {
    vec2 from_centre = (gl_PointCoord - 0.5) * shape.x;
    vec2 tent = max(1.0 - abs(from_centre), 0.0);
    float gaussian = max(exp(-dot(from_centre, from_centre) * shape.y) - 0.0183156, 0.0);  // exp(-GAUSSIAN_EDGE_EXPONENT)
    added = spread * (shape.y > 0.0 ? gaussian : tent.x * tent.y);
}
