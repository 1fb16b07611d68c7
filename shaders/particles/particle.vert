// Places one particle and decides how large and how bright it is drawn, for the draw modes of 2008.
#version 330 core

#include "shaders/camera/projection.glsl"

layout(location = POSITION_LOCATION) in vec4 position;  // w: mass
layout(location = VELOCITY_LOCATION) in vec3 velocity;

uniform float time_offset;

uniform float world_size;     // of a particle
uniform float smallest_size;  // pixels; what would be smaller is dimmed instead
uniform float largest_size;
uniform bool whole_pixels;  // sizes are rounded, so that a moving point covers the same number of pixels

uniform float brightness;           // of a particle's center, 1 being the display's white
uniform vec3 color;
uniform bool colored_by_velocity;

flat out vec4 light;  // alpha: what to add to every pixel before it is rounded to one of 255 steps

void main() {
    Projected seen = project(position.xyz + velocity * time_offset);
    gl_Position = seen.clip;

    float size = min(world_size * seen.pixels_per_unit, largest_size);
    float drawn = max(size, smallest_size);
    if (whole_pixels) drawn = floor(drawn + 0.5);
    gl_PointSize = drawn;

    // The directions of motion as colours; what does not move is grey.
    float speed = length(velocity);
    vec3 hue = colored_by_velocity ? (speed > 0.0 ? abs(velocity) / speed : vec3(0.57735)) : color;
    float shrunk = size / drawn;
    light.rgb = light_for_eye * (hue * min(brightness * shrunk * shrunk, 1.0));

    // Thousands of particles of less than one 255th each add up only if some of them round up: a threshold of
    // its own for each, spread evenly by the golden ratio.
    uint spread = uint(gl_VertexID) * 2654435769u;
    light.a = (float(spread >> 8) / 16777216.0 - 0.5) / 255.0;
}
