// Draws a map. Colors follow the logarithm of the surface density or of the light, or a value such as the velocity. Pixels
// without a value, or with a density below `low`, are black. Input: sums of map.glsl. Output: sRGB.
#version 330 core

#include "shaders/hdr/map.glsl"
#include "shaders/hdr/tone.glsl"
#include "shaders/particles/color_table.glsl"

uniform sampler2D collected;
uniform float low;     // densities of the first and the last color, in maps of densities
uniform float high;
uniform vec2 values;  // values of the first and the last color, in maps of values

out vec4 color;

void main() {
    vec4 sums = texelFetch(collected, ivec2(gl_FragCoord.xy), 0);
    float density = density_of(sums);
    float place = shows_values() ? (value_of(sums) - values.x) / (values.y - values.x)
                                 : log(density / low) / log(high / low);
    bool is_black = density < low || (shows_values() && !has_value(sums));
    vec3 light = is_black ? vec3(0.0) : table_color(place);
    color = vec4(srgb_from_linear(light) + dither() / 255.0, 1.0);
}
