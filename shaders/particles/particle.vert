// Places a particle for the directly rendered modes (points and sprites, as in the program of 2008). Output:
// point position and size, and the light of its pixels in display values.
#version 330 core

#include "shaders/camera/projection.glsl"

layout(location = POSITION_LOCATION) in vec4 position;  // w: mass
layout(location = VELOCITY_LOCATION) in vec3 velocity;

uniform float time_offset;

uniform float world_size;     // diameter of a particle, model units
uniform float smallest_size;  // pixels; smaller particles are dimmed instead
uniform float largest_size;
uniform bool whole_pixels;  // rounds sizes, so that a moving point always covers the same number of pixels

uniform float brightness;           // brightness of a particle's center; 1 is the display's white
uniform vec3 color;
uniform bool colored_by_velocity;

flat out vec4 light;  // a: offset added to each pixel before it is rounded to 8 bits

void main() {
    Projected seen = project(position.xyz + velocity * time_offset);
    gl_Position = seen.clip;

    float size = min(world_size * seen.pixels_per_unit, largest_size);
    float drawn = max(size, smallest_size);
    if (whole_pixels) drawn = floor(drawn + 0.5);
    gl_PointSize = drawn;

    // Color by the direction of motion; particles at rest are gray.
    float speed = length(velocity);
    vec3 hue = colored_by_velocity ? (speed > 0.0 ? abs(velocity) / speed : vec3(0.57735)) : color;
    float shrunk = size / drawn;
    light.rgb = light_for_eye * (hue * min(brightness * shrunk * shrunk, 1.0));

    // Thousands of particles fainter than 1/255 add up only if some of them round up. So each particle has
    // its own rounding offset, spread evenly by the golden ratio.
    uint spread = uint(gl_VertexID) * 2654435769u;
    light.a = (float(spread >> 8) / 16777216.0 - 0.5) / 255.0;
}
