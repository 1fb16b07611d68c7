// The share of a cloud of dust that lies in one pixel.
#version 330 core

flat in vec4 cloud_spread;  // optical depth at the centre, times 1, depth, and depth^2
flat in vec2 cloud_shape;   // the edge of its square, and 1/(2 sigma^2), which is 0 for the 2 x 2 pixels of a small one
flat in vec3 flatness;

out vec4 added;

void main() {
    vec2 from_centre = (gl_PointCoord - 0.5) * cloud_shape.x;
    vec2 tent = max(1.0 - abs(from_centre), 0.0);
    float thinner = dot(from_centre, flatness.xy);
    float squares = dot(from_centre, from_centre) + flatness.z * thinner * thinner;
    float gaussian = max(exp(-squares * cloud_shape.y) - 0.0183156, 0.0);  // exp(-GAUSSIAN_EDGE_EXPONENT)
    added = cloud_spread * (cloud_shape.y > 0.0 ? gaussian : tent.x * tent.y);
}
