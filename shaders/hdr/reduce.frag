// Reduces a picture to a quarter of its width and height. Each output pixel is the mean of 4 x 4 input
// pixels, read as four bilinear samples of 2 x 2 pixels.
#version 330 core

uniform sampler2D picture;

out vec4 mean;

void main() {
    vec2 texel = 1.0 / vec2(textureSize(picture, 0));
    vec2 middle = 4.0 * gl_FragCoord.xy * texel;
    mean = 0.25 * (texture(picture, middle + vec2(-texel.x, -texel.y)) +
                   texture(picture, middle + vec2(texel.x, -texel.y)) +
                   texture(picture, middle + vec2(-texel.x, texel.y)) +
                   texture(picture, middle + vec2(texel.x, texel.y)));
}
