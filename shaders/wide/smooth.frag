// Light of wide pixels, twice as finely: each one's by the cubic B-spline (Sigg and Hadwiger 2005, GPU Gems 2, ch. 20).
#version 330 core

uniform sampler2D light;

out vec4 smoothed;

void main() {
    vec2 place = gl_FragCoord.xy / 2.0 - 0.5, whole = floor(place), part = place - whole;
    vec2 first = (1.0 - part) * (1.0 - part) * (1.0 - part) / 6.0, last = part * part * part / 6.0;
    vec2 second = 2.0 / 3.0 + part * part * (0.5 * part - 1.0);
    vec2 left = first + second, right = 1.0 - left;
    // Linear interpolation brings two samples, with their weights' ratio, at once.
    vec2 size = vec2(textureSize(light, 0));
    vec2 a = (whole - 0.5 + second / left) / size, b = (whole + 1.5 + last / right) / size;
    smoothed = left.y * (left.x * texture(light, a) + right.x * texture(light, vec2(b.x, a.y))) +
               right.y * (left.x * texture(light, vec2(a.x, b.y)) + right.x * texture(light, b));
}
