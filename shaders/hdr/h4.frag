// Computes the Gauss-Hermite coefficient h4 of the velocities in each pixel from two pictures of sums. Output: mass times h4
// in red, mass in alpha; 0 in pixels without h4.
#version 330 core

uniform sampler2D moments;  // mass times v, v^2 and v^3 in red, green and blue, and mass in alpha
uniform sampler2D fourth;   // mass times v^4 in red

out vec4 sums;

void main() {
    vec4 collected = texelFetch(moments, ivec2(gl_FragCoord.xy), 0);
    float mass = max(collected.a, 1e-30);
    vec3 means = collected.rgb / mass;
    float mean = means.x, variance = means.y - mean * mean;
    // Smaller variances have too large rounding errors: 1e-7 of means.y^2 in the fourth moment.
    bool there = collected.a > 0.0 && variance > 3e-3 * means.y;
    float central = texelFetch(fourth, ivec2(gl_FragCoord.xy), 0).r / mass - 4.0 * mean * means.z +
                    6.0 * mean * mean * means.y - 3.0 * mean * mean * mean * mean;
    // h4 = (kurtosis - 3) / (8 sqrt(6)) for nearly normal distributions (van der Marel & Franx 1993, ApJ 407, 525)
    float h4 = (central / (variance * variance) - 3.0) / 19.595918;
    sums = there ? vec4(mass * h4, 0.0, 0.0, mass) : vec4(0.0);
}
