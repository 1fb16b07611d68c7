// Spreads light along one direction, and adds a share of what is spread already.
#version 330 core

uniform sampler2D picture;
uniform sampler2D spread;  // a quarter as wide and high, rounded up
uniform float spread_share;
uniform ivec2 direction;    // to the next pixel along it
uniform int reach;          // pixels to either side
uniform float weights[LARGEST_BLUR_REACH + 1];  // of the pixel itself, the next ones, and so on

out vec4 blurred;

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(picture, 0) - 1;
    blurred = weights[0] * texelFetch(picture, here, 0);
    for (int i = 1; i <= reach; ++i) {
        ivec2 before = here - i * direction, after = here + i * direction;
        // Beyond the edges it is dark.
        if (before.x >= 0 && before.y >= 0) blurred += weights[i] * texelFetch(picture, before, 0);
        if (after.x <= last.x && after.y <= last.y) blurred += weights[i] * texelFetch(picture, after, 0);
    }
    if (spread_share > 0.0)
        blurred = mix(blurred, texture(spread, gl_FragCoord.xy / (4.0 * vec2(textureSize(spread, 0)))),
                      spread_share);
}
