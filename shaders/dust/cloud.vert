// Draws a cloud's spot as a point.
#version 330 core

#include "shaders/dust/cloud.glsl"

flat out vec4 spread;  // Spot::light
flat out vec4 shape;   // xyz: Spot::falling; w: Spot::width

void main() {
    Spot spot = find_cloud();
    gl_Position = spot.clip;
    gl_PointSize = spot.width;
    spread = spot.light;
    shape = vec4(spot.falling, spot.width);
}
