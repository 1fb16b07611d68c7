// Combines a pixel of a photograph with the pixel of the model's picture behind it. Output: display color.
#version 330 core

in vec2 place;

uniform sampler2D photograph;  // gray values, 1 is white
uniform sampler2D model;       // copy of the viewport before the photograph is drawn
uniform vec2 viewport_corner;  // lower left corner of the viewport in the framebuffer, pixels
uniform int blend;             // 0: photograph over the model; 1: under the model; 2: difference
uniform float opacity;
uniform mat3 channels;  // color matrix: identity, or the filter of one eye's glass in anaglyph pictures

out vec4 color;

void main() {
    float light = texture(photograph, place).r;
    vec3 behind = texelFetch(model, ivec2(gl_FragCoord.xy - viewport_corner), 0).rgb;
    vec3 shown = channels * vec3(light);
    if (blend == 0) {
        color.rgb = mix(behind, shown, opacity);
    } else if (blend == 1) {
        color.rgb = 1.0 - (1.0 - behind) * (1.0 - opacity * shown);
    } else {
        // The weights are those of the luminance (Rec. 709).
        float excess = dot(behind, vec3(0.2126, 0.7152, 0.0722)) - light;
        vec3 tint = excess > 0.0 ? vec3(1.0, 0.45, 0.2) : vec3(0.3, 0.6, 1.0);
        color.rgb = channels * (abs(excess) * tint);
    }
    color.a = 1.0;
}
