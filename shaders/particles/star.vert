// Places one particle and spreads its light and its mass over pixels, in linear light.
#version 330 core

#include "shaders/camera/projection.glsl"
#include "shaders/particles/color_table.glsl"
#include "shaders/particles/coloring.glsl"

layout(location = POSITION_LOCATION) in vec4 position;  // w: mass
layout(location = VELOCITY_LOCATION) in vec3 velocity;
// Smoothing length (0 while unknown), radius in its galaxy at the start, acceleration, density around.
layout(location = ATTRIBUTES_LOCATION) in vec4 attributes;

uniform float time_offset;
uniform float reference_distance;
uniform float light_per_mass;
uniform float stands_for;  // so many particles, itself among them

uniform float spike_share;  // of the particles, those that have spikes
uniform float streaks;      // of their light, what goes into those
uniform float spike_size;   // pixels

// Standard deviations of the Gaussian that a particle is drawn as.
uniform float sigma_per_smoothing_length;
uniform float unknown_sigma;      // where there is no smoothing length; units of length
uniform float sigma_factor;       // the person's wish
uniform float largest_sigma;      // pixels

flat out vec4 spread;  // rgb: light, alpha: mass, of a pixel at the centre
// The edge of its square, and 1/(2 sigma^2), which is 0 for the 2 x 2 pixels of a small one; pixels.
flat out vec2 shape;

const float smallest_sigma = 0.7;  // whose sum over pixels is its integral within 1 %

void main() {
    Projected seen = project(position.xyz + velocity * time_offset);
    gl_Position = seen.clip;

    // Where fewer are drawn they are farther from each other.
    float world_sigma = light_sigma(attributes.x > 0.0 ? sigma_per_smoothing_length * attributes.x : unknown_sigma);
    float sigma = world_sigma * sigma_factor * pow(stands_for, 1.0 / 3.0) * seen.pixels_per_unit;

    // Light falls with the square of the distance. What would be larger than the largest keeps the brightness
    // of its pixels instead and loses light: the camera is among the stars there.
    float nearness = reference_distance / seen.distance;
    float strength = nearness * nearness;
    if (sigma > largest_sigma) {
        strength *= largest_sigma * largest_sigma / (sigma * sigma);
        sigma = largest_sigma;
    }

    bool has_spikes = star_draw(0u) < spike_share;
#ifdef SPIKES
    // Four arms whose light falls by e with each eighth of their square, to exp(-4) at its edge.
    float whole = 1.0 - 5.0 * exp(-4.0);
    strength *= has_spikes ? streaks / (4.0 * spike_size / 8.0 * whole) : 0.0;
    gl_PointSize = spike_size;
    shape = vec2(spike_size, 0.0);
    if (!has_spikes) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);  // outside
#else
    // Below a pixel, the light is divided between the nearest four, in whose middle it lies.
    bool small = sigma < 0.5;
    if (!small) {
        sigma = max(sigma, smallest_sigma);
        float whole = 1.0 - exp(-GAUSSIAN_EDGE_EXPONENT) * (1.0 + GAUSSIAN_EDGE_EXPONENT);  // of what ends at the edge
        strength /= 6.2831853 * sigma * sigma * whole;
    }
    gl_PointSize = small ? 2.0 : 2.0 * sqrt(2.0 * GAUSSIAN_EDGE_EXPONENT) * sigma;
    shape = small ? vec2(2.0, 0.0) : vec2(gl_PointSize, 0.5 / (sigma * sigma));
#endif

    float mass = strength * position.w * stands_for;
    vec3 light = light_per_mass * light_color(position.w, velocity, attributes);
#ifdef SPIKES
    spread = vec4(mass * (light_for_eye * light), 0.0);
#else
    if (has_spikes) light *= 1.0 - streaks;
    spread = mass * vec4(light_for_eye * light, 1.0);
#endif
}
