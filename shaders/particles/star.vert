// Draws the splat of a particle as a point. Output: clip position, point size, and the splat for star.frag.
#version 330 core

#include "shaders/particles/star.glsl"

flat out vec4 spread;  // Splat::light
flat out vec4 shape;   // xyz: Splat::falling; w: Splat::width
#ifdef DUST_IN_PIXELS
flat out float depth;
#endif

void main() {
#ifdef PAGE
    unpack_row();
#endif
    Splat splat = find_splat();
    gl_Position = splat.clip;
    gl_PointSize = splat.width;
    spread = splat.light;
    shape = vec4(splat.falling, splat.width);
#ifdef DUST_IN_PIXELS
    depth = splat.depth;
#endif
}
