// From collected light to the picture: what spreads in the lens, the exposure, the tone curve.
#version 330 core

#include "tone.glsl"

uniform sampler2D collected;
uniform sampler2D spread;  // what spreads, a smaller picture
uniform float spread_pixel;  // width of its pixels
uniform float exposure;
uniform float bloom;        // the share of light that spreads
uniform float saturation;

out vec4 color;

void main() {
    vec3 sharp = texelFetch(collected, ivec2(gl_FragCoord.xy), 0).rgb;
    vec3 light = exposure * mix(sharp, texture(spread, gl_FragCoord.xy / (spread_pixel * vec2(textureSize(spread, 0)))).rgb, bloom);
    light = max(mix(vec3(luminance(light)), light, saturation), 0.0);
    color = vec4(srgb_from_linear(tone(light)) + dither() / 255.0, 1.0);
}
