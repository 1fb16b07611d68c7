// Draws a pixel of a splat in the HDR draw modes. Output: light and mass, for additive blending.
#version 330 core

flat in vec4 spread;
flat in vec4 shape;

#ifdef DUST_IN_PIXELS
#include "shaders/dust/dust.glsl"
flat in float depth;
#endif

out vec4 added;

void main() {
    vec2 from_center = (gl_PointCoord - 0.5) * vec2(shape.w, -shape.w);
    vec2 tent = max(1.0 - abs(from_center), 0.0);
    vec3 products = vec3(from_center.x * from_center, from_center.y * from_center.y);
    float gaussian = max(exp(-dot(products, shape.xyz)) - 0.0183156, 0.0);  // exp(-GAUSSIAN_EDGE_EXPONENT)
    added = spread * (shape.x > 0.0 ? gaussian : tent.x * tent.y);
#ifdef DUST_IN_PIXELS
    added.rgb *= transmission(dust_place(gl_FragCoord.xy), depth);
#endif
}
