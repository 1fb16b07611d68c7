// Adds the light of one pyramid level and the enlarged light of all coarser levels. Linear interpolation spreads a
// coarse pixel over 4 x 4 finer pixels with weights 1 3 3 1. Interpolation repeated over all levels approaches the
// quadratic B-spline (Chaikin 1974, CGIP 3, 346). Output: light of the level, or of the picture for level 0.
#version 330 core

#include "shaders/scatter/level.glsl"

uniform samplerBuffer levels;  // buffer of all levels (shaders/scatter/scatter.glsl)
uniform sampler2D wider;       // summed light of the next coarser level
uniform vec2 wider_pixel;      // 1 / size of `wider`
uniform ivec2 picture;
uniform int level;
uniform bool widest;
uniform ivec2 corner;  // lower left corner of the border of this level in the target, pixels

out vec4 added;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy) - corner;
    added = texelFetch(levels, level_start(picture, level) + pixel.y * level_size(picture, level).x + pixel.x);
    vec2 place = 0.5 * (vec2(pixel - LEVEL_BORDER) + 0.5) + float(LEVEL_BORDER);
    if (!widest) added += 0.25 * texture(wider, place * wider_pixel);
}
