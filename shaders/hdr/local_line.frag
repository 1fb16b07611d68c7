// Second step of the guided filter: coefficients of the line from a pixel's own stops to those of its
// neighborhood. Output: x slope, y offset.
#version 330 core

#include "shaders/hdr/local.glsl"

uniform sampler2D means;  // blurred stops (x) and squares of stops (y)

out vec4 line;

void main() {
    vec2 mean = texelFetch(means, ivec2(gl_FragCoord.xy), 0).rg;
    float variance = max(mean.y - mean.x * mean.x, 0.0);
    float slope = variance / (variance + detail_variance);
    line = vec4(slope, mean.x * (1.0 - slope), 0.0, 0.0);
}
