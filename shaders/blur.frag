// Spreads light along one direction by a Gaussian.
#version 330 core

uniform sampler2D picture;
uniform vec2 direction;  // one texel along it
uniform float sigma;     // texels

out vec4 blurred;

void main() {
    vec2 texel = 1.0 / vec2(textureSize(picture, 0));
    vec2 here = gl_FragCoord.xy * texel;
    int reach = int(ceil(2.5 * sigma));
    float weights = 0.0;
    blurred = vec4(0.0);
    for (int i = -reach; i <= reach; ++i) {
        float weight = exp(-0.5 * float(i * i) / (sigma * sigma));
        weights += weight;
        blurred += weight * texture(picture, here + float(i) * direction * texel);
    }
    blurred /= weights;
}
