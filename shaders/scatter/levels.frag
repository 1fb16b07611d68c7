// A level's own light, and that of all wider ones. A wide pixel's light is spread over 4 x 4 narrower ones by 1 3 3 1, as
// linear interpolation does; down all levels that is the quadratic B-spline (Chaikin 1974, CGIP 3, 346).
#version 330 core

#include "shaders/scatter/level.glsl"

uniform samplerBuffer levels;  // shaders/scatter/scatter.glsl
uniform sampler2D wider;       // of the next level, all of its light
uniform vec2 wider_pixel;      // 1 / its size
uniform ivec2 picture;
uniform int level;
uniform bool widest;
uniform ivec2 corner;  // of the picture, or of its border, in the target

out vec4 added;

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy) - corner;
    added = texelFetch(levels, level_start(picture, level) + pixel.y * level_size(picture, level).x + pixel.x);
    vec2 place = 0.5 * (vec2(pixel - LEVEL_BORDER) + 0.5) + float(LEVEL_BORDER);
    if (!widest) added += 0.25 * texture(wider, place * wider_pixel);
}
