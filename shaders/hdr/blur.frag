// Blurs an HDR picture along one direction and mixes in a picture with a wider blur, for bloom. Output: blurred light.
#version 330 core

uniform sampler2D picture;
uniform sampler2D spread;  // picture with the wider blur, at a quarter of the width and height, rounded up
uniform float spread_share;  // share of `spread` in the result
uniform ivec2 direction;    // blur direction: (1, 0) or (0, 1)
uniform int reach;          // number of neighbors that contribute on each side of a pixel
// weight of the central pixel, then of the neighbors at distance 1, 2, ... pixels
uniform float weights[LARGEST_BLUR_REACH + 1];

out vec4 blurred;

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(picture, 0) - 1;
    blurred = weights[0] * texelFetch(picture, here, 0);
    for (int i = 1; i <= reach; ++i) {
        ivec2 before = here - i * direction, after = here + i * direction;
        // Pixels outside the picture contribute no light.
        if (before.x >= 0 && before.y >= 0) blurred += weights[i] * texelFetch(picture, before, 0);
        if (after.x <= last.x && after.y <= last.y) blurred += weights[i] * texelFetch(picture, after, 0);
    }
    if (spread_share > 0.0)
        blurred = mix(blurred, texture(spread, gl_FragCoord.xy / (4.0 * vec2(textureSize(spread, 0)))),
                      spread_share);
}
