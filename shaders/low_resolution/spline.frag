// Enlarges low-resolution light along rows, or along columns if COLUMNS is defined. Interpolates by the cubic
// B-spline (Sigg and Hadwiger 2005, GPU Gems 2, chapter 20). Output: light to add per full-resolution pixel.
#version 330 core

#ifdef COLUMNS
#define ALONG y
#else
#define ALONG x
#endif

uniform sampler2D light;
uniform ivec2 first;  // the view's lower left corner in the texture `light`, in texels
uniform vec2 corner;  // the view's lower left corner in the render target, in pixels
// ratio of the output pixel's width to the low-resolution pixel's width, in the direction of the interpolation
uniform float narrow;

out vec4 added;

void main() {
    vec2 pixel = gl_FragCoord.xy - corner;
    float place = pixel.ALONG * narrow - 0.5, whole = floor(place), part = place - whole, rest = 1.0 - part;
    ivec2 texel = ivec2(pixel) + first, next = ivec2(0);
    texel.ALONG = int(whole) - 1 + first.ALONG;
    next.ALONG = 1;
    added = narrow / 6.0 *
            (rest * rest * rest * texelFetch(light, texel, 0) +
             (4.0 + part * part * (3.0 * part - 6.0)) * texelFetch(light, texel + next, 0) +
             (4.0 + rest * rest * (3.0 * rest - 6.0)) * texelFetch(light, texel + 2 * next, 0) +
             part * part * part * texelFetch(light, texel + 3 * next, 0));
}
