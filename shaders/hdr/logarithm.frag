// First step of the guided filter. Output: the pixel's brightness in stops (x) and its square (y).
#version 330 core

#include "shaders/hdr/tone.glsl"
#include "shaders/hdr/local.glsl"

uniform sampler2D picture;
uniform float exposure;

out vec4 logarithms;

void main() {
    float here = stops(max(exposure * luminance(texelFetch(picture, ivec2(gl_FragCoord.xy), 0).rgb), 0.0));
    logarithms = vec4(here, here * here, 0.0, 0.0);
}
