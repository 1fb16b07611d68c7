// Turns collected light into the picture: light spreads in the lens, is exposed and goes through the tone curve.
#version 330 core

#include "shaders/hdr/tone.glsl"
#ifdef FALSE_COLOR
#include "shaders/particles/color_table.glsl"
#endif

uniform sampler2D collected;
uniform sampler2D spread;    // what spreads, a smaller picture
uniform float spread_pixel;  // width of its pixels, in those of the light
uniform float exposure;
uniform float bloom;        // the share of light that spreads
uniform float saturation;

out vec4 color;

void main() {
    vec3 sharp = texelFetch(collected, ivec2(gl_FragCoord.xy), 0).rgb;
    vec2 place = gl_FragCoord.xy / (spread_pixel * vec2(textureSize(spread, 0)));
    vec3 light = exposure * mix(sharp, texture(spread, place).rgb, bloom);
    light = max(mix(vec3(luminance(light)), light, saturation), 0.0);
#ifdef FALSE_COLOR
    // The encoded brightness chooses the colour, so that equal steps look equal.
    vec3 shown = table_color(srgb_from_linear(vec3(luminance(tone(light)))).g);
#else
    vec3 shown = tone(light);
#endif
    color = vec4(srgb_from_linear(shown) + dither() / 255.0, 1.0);
}
