// Draws contours of constant width: of the surface density or light, equally spaced in its logarithm, or of values such as
// the velocity, equally spaced. Input: blurred sums of map.glsl. Output: lines with opacity, dark in maps of values.
#version 330 core

#include "shaders/hdr/map.glsl"

uniform sampler2D smoothed;
uniform vec2 pixel;        // size of a pixel of the drawn picture, in texture coordinates
uniform float lowest;      // density below which no lines are drawn
uniform float step_size;   // spacing of the contours, in log10 of the density or in the value
uniform float width;       // width of a contour, pixels

out vec4 color;

// Interpolates the sums by cubic B-splines, since linear interpolation would give lines with corners. The 4 x 4 weights
// of the splines are combined in four bilinear samples.
vec4 smooth_sums(vec2 here) {
    vec2 size = vec2(textureSize(smoothed, 0));
    vec2 place = here * size - 0.5;
    vec2 f = fract(place);
    vec2 corner = place - f + 0.5;
    vec2 first = (1.0 - f) * (1.0 - f) * (1.0 - f) / 6.0;
    vec2 second = (4.0 + f * f * (3.0 * f - 6.0)) / 6.0;
    vec2 last = f * f * f / 6.0;
    vec2 left = first + second;
    vec2 right = 1.0 - left;
    vec2 at_left = (corner - 1.0 + second / left) / size;
    vec2 at_right = (corner + 1.0 + last / right) / size;
    vec4 lower = left.x * texture(smoothed, at_left) + right.x * texture(smoothed, vec2(at_right.x, at_left.y));
    vec4 upper = left.x * texture(smoothed, vec2(at_left.x, at_right.y)) + right.x * texture(smoothed, at_right);
    return left.y * lower + right.y * upper;
}

void main() {
    vec4 sums = smooth_sums(gl_FragCoord.xy * pixel);
    float density = density_of(sums);
    float level = shows_values() ? value_of(sums) / step_size
                                 : log(max(density, 1e-30)) / (2.3025851 * step_size);
    float nearest = floor(level + 0.5);
    float slope = length(vec2(dFdx(level), dFdy(level)));
    // distance of this pixel from the nearest contour, pixels
    float distance = abs(level - nearest) / max(slope, 1e-9);
    float line = clamp(0.5 * width + 0.5 - distance, 0.0, 1.0);
    // fades contours out where neighboring contours would touch
    float crowded = smoothstep(0.5, 0.2, slope * width);
    bool there = shows_values() ? density >= lowest && has_value(sums)
                                : density > 0.0 && nearest * step_size * 2.3025851 >= log(lowest) - 1e-4;
    color = vec4(vec3(shows_values() ? 0.0 : 1.0), there ? 0.55 * line * crowded : 0.0);
}
