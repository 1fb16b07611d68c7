// Draws a pixel of a photograph. Output: display color and opacity, which are blended with the picture of the model.
#version 330 core

in vec2 place;

uniform sampler2D photograph;  // gray values, 1 is white
uniform sampler2D model;       // for differences: copy of the viewport before the photograph is drawn
uniform vec2 viewport_corner;  // lower left corner of the viewport in the framebuffer, pixels
uniform bool shows_difference;
uniform float opacity;
uniform bool is_added;  // true: the color is multiplied by the opacity, and added to the picture of the model
uniform mat3 channels;  // color matrix: identity, or the filter of one eye's glass in anaglyph pictures

out vec4 color;

void main() {
    float light = texture(photograph, place).r;
    vec3 shown = vec3(light);
    if (shows_difference) {
        vec3 behind = texelFetch(model, ivec2(gl_FragCoord.xy - viewport_corner), 0).rgb;
        // The weights are those of the luminance (Rec. 709).
        float excess = dot(behind, vec3(0.2126, 0.7152, 0.0722)) - light;
        shown = abs(excess) * (excess > 0.0 ? vec3(1.0, 0.45, 0.2) : vec3(0.3, 0.6, 1.0));
    }
    color = vec4(channels * (is_added ? opacity * shown : shown), opacity);
}
