// Converts HDR light to display colors. Adds bloom, applies exposure, saturation and local tone mapping, then
// the tone curve. Input: HDR buffer. Output: sRGB.
#version 330 core

#include "shaders/hdr/tone.glsl"
#include "shaders/hdr/local.glsl"
#ifdef FALSE_COLOR
#include "shaders/particles/color_table.glsl"
#endif

uniform sampler2D collected;
uniform sampler2D spread;    // blurred picture at reduced resolution, for bloom
uniform float spread_pixel;  // width of a pixel of `spread`, in pixels of `collected`
uniform float exposure;
uniform float bloom;        // share of the light that the bloom spreads
uniform float saturation;
// slope and offset, for each pixel, of the line that maps the pixel's brightness to its neighborhood's brightness, in
// stops (local_line.frag)
uniform sampler2D neighborhood;
// share of the neighborhood's overexposure (in stops) that local tone mapping removes
uniform float local_contrast_share;

out vec4 color;

void main() {
    vec3 sharp = texelFetch(collected, ivec2(gl_FragCoord.xy), 0).rgb;
    vec2 place = gl_FragCoord.xy / (spread_pixel * vec2(textureSize(spread, 0)));
    vec3 light = exposure * mix(sharp, texture(spread, place).rgb, bloom);
    light = max(mix(vec3(luminance(light)), light, saturation), 0.0);
    if (local_contrast_share > 0.0) {
        vec2 line = texture(neighborhood, gl_FragCoord.xy / vec2(textureSize(collected, 0))).rg;
        // The neighborhood counts as at most one stop brighter than the pixel, so that a bright neighborhood does not
        // darken a dark pixel. Dark structure inside a bright region keeps up to one stop of contrast.
        float own = stops(luminance(light));
        float near = min(line.x * own + line.y, own + 1.0);
        light *= exp2(-local_contrast_share * max(near - stops(1.0), 0.0));
    }
#ifdef FALSE_COLOR
    // The sRGB-encoded brightness selects the color, because equal steps of the encoded value look equal.
    vec3 shown = table_color(srgb_from_linear(vec3(luminance(tone(light)))).g);
#else
    vec3 shown = tone(light);
#endif
    color = vec4(srgb_from_linear(shown) + dither() / 255.0, 1.0);
}
