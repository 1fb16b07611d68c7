// Draws a pixel of a slice through the gravitational potential: translucent colors, more opaque where the
// potential is deeper, and equipotential lines of constant width. Output: display color and opacity.
#version 330 core

#include "shaders/particles/color_table.glsl"

in vec2 place;

uniform sampler2D potential;
uniform float deepest, shallowest;
uniform float step_size;   // potential difference between neighboring equipotential lines; 0 draws no lines
uniform float line_width;  // width of an equipotential line, pixels
uniform float opacity;     // opacity at the deepest potential
uniform mat3 channels;     // color matrix: identity, or the filter of one eye's glass in anaglyph pictures

out vec4 color;

void main() {
    float height = texture(potential, place).r;
    float depth = clamp((height - shallowest) / (deepest - shallowest), 0.0, 1.0);
    vec3 shade = table_color(depth);
    float cover = opacity * mix(0.3, 1.0, depth);
    if (step_size > 0.0) {
        float level = height / step_size;
        float slope = max(length(vec2(dFdx(level), dFdy(level))), 1e-9);
        // distance of this pixel from the nearest line, pixels
        float distance = abs(level - floor(level + 0.5)) / slope;
        float line = clamp(0.5 * line_width + 0.5 - distance, 0.0, 1.0);
        // fades lines out where neighboring lines would touch
        float crowded = smoothstep(0.5, 0.2, slope * line_width);
        float drawn = 0.8 * line * crowded;
        shade = mix(shade, vec3(1.0), drawn);
        cover = max(cover, drawn);
    }
    color = vec4(channels * shade, cover);
}
