// Blurs a picture of light along one direction, and mixes in a more widely blurred picture (bloom). Output:
// blurred light.
#version 330 core

uniform sampler2D picture;
uniform sampler2D spread;  // the widely blurred picture: a quarter of the width and height, rounded up
uniform float spread_share;
uniform ivec2 direction;    // (1, 0) or (0, 1)
uniform int reach;          // pixels to each side
// weights of the pixel itself and of its neighbors at growing distance
uniform float weights[LARGEST_BLUR_REACH + 1];

out vec4 blurred;

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(picture, 0) - 1;
    blurred = weights[0] * texelFetch(picture, here, 0);
    for (int i = 1; i <= reach; ++i) {
        ivec2 before = here - i * direction, after = here + i * direction;
        // Beyond the edges there is no light.
        if (before.x >= 0 && before.y >= 0) blurred += weights[i] * texelFetch(picture, before, 0);
        if (after.x <= last.x && after.y <= last.y) blurred += weights[i] * texelFetch(picture, after, 0);
    }
    if (spread_share > 0.0)
        blurred = mix(blurred, texture(spread, gl_FragCoord.xy / (4.0 * vec2(textureSize(spread, 0)))),
                      spread_share);
}
