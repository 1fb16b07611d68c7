// Draws a particle's spot as a point.
#version 330 core

#include "shaders/particles/star.glsl"

flat out vec4 spread;  // Spot::light
flat out vec4 shape;   // xyz: Spot::falling; w: Spot::width
#ifdef DUST_IN_PIXELS
flat out float depth;
#endif

void main() {
    Spot spot = find_spot();
    gl_Position = spot.clip;
    gl_PointSize = spot.width;
    spread = spot.light;
    shape = vec4(spot.falling, spot.width);
#ifdef DUST_IN_PIXELS
    depth = spot.depth;
#endif
}
