// Second step of the guided filter: fits a line that maps a pixel's brightness in stops to the brightness of
// its neighborhood. Output: slope (x) and offset (y) of the line.
#version 330 core

#include "shaders/hdr/local.glsl"

uniform sampler2D means;  // blurred mean of the brightness in stops (x) and of its square (y)

out vec4 line;

void main() {
    vec2 mean = texelFetch(means, ivec2(gl_FragCoord.xy), 0).rg;
    float variance = max(mean.y - mean.x * mean.x, 0.0);
    float slope = variance / (variance + detail_variance);
    line = vec4(slope, mean.x * (1.0 - slope), 0.0, 0.0);
}
