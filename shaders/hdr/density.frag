// Draws the surface density as colors that follow its logarithm; densities below `low` are black. Input: HDR
// buffer with mass in alpha. Output: sRGB.
#version 330 core

#include "shaders/hdr/tone.glsl"
#include "shaders/particles/color_table.glsl"

uniform sampler2D collected;
uniform float area_scale;  // factor from mass per pixel to surface density
uniform float low;
uniform float high;

out vec4 color;

void main() {
    float density = area_scale * texelFetch(collected, ivec2(gl_FragCoord.xy), 0).a;
    vec3 light = density < low ? vec3(0.0) : table_color(log(density / low) / log(high / low));
    color = vec4(srgb_from_linear(light) + dither() / 255.0, 1.0);
}
