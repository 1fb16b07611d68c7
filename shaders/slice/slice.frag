// A plane of the potential: translucent colours, the deeper the less so, and lines of equal potential, equally wide
// wherever they run.
#version 330 core

#include "shaders/particles/color_table.glsl"

in vec2 place;

uniform sampler2D potential;
uniform float deepest, shallowest;
uniform float step_size;   // between lines; 0 for none
uniform float line_width;  // pixels
uniform float opacity;     // of the deepest colour
uniform mat3 channels;     // what the eye sees of a colour

out vec4 color;

void main() {
    float height = texture(potential, place).r;
    float depth = clamp((height - shallowest) / (deepest - shallowest), 0.0, 1.0);
    vec3 shade = table_color(depth);
    float cover = opacity * mix(0.3, 1.0, depth);
    if (step_size > 0.0) {
        float level = height / step_size;
        float slope = max(length(vec2(dFdx(level), dFdy(level))), 1e-9);
        float distance = abs(level - floor(level + 0.5)) / slope;  // pixels
        float line = clamp(0.5 * line_width + 0.5 - distance, 0.0, 1.0);
        float crowded = smoothstep(0.5, 0.2, slope * line_width);  // where lines touch they are left out
        float drawn = 0.8 * line * crowded;
        shade = mix(shade, vec3(1.0), drawn);
        cover = max(cover, drawn);
    }
    color = vec4(channels * shade, cover);
}
