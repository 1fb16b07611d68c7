// Places a particle for the draw modes without HDR: points, and sprites as in the original 2008 program.
// Output: point position and size, and the light of its pixels in display values.
#version 330 core

#include "shaders/camera/projection.glsl"
#include "shaders/particles/visibility.glsl"

layout(location = POSITION_LOCATION) in vec4 position;  // w: mass
layout(location = VELOCITY_LOCATION) in vec4 moving;  // velocity; w: see data/particles/young_stars.hpp

uniform float time_offset;

uniform float world_size;     // diameter of a particle, model units
uniform float smallest_size;  // smallest drawn diameter in pixels; smaller particles are dimmed instead
uniform float largest_size;
// true rounds diameters to whole pixels, so that a moving point always covers equally many pixels
uniform bool whole_pixels;

uniform float brightness;           // brightness of a particle's center; 1 is the display's white
uniform vec3 color;
uniform bool colored_by_velocity;

flat out vec4 light;  // rgb: light to add; a: offset added to each pixel before rounding to 8 bits

void main() {
    light = vec4(0.0);
    gl_PointSize = 1.0;
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);  // outside the picture
    if (is_hidden(moving.w)) return;
    vec3 velocity = moving.xyz;
    Projected seen = project(position.xyz + velocity * time_offset);
    gl_Position = seen.clip;

    float size = min(world_size * seen.pixels_per_unit, largest_size);
    float drawn = max(size, smallest_size);
    if (whole_pixels) drawn = floor(drawn + 0.5);
    gl_PointSize = drawn;

    // Colors by direction of motion; particles at rest are gray.
    float speed = length(velocity);
    vec3 hue = colored_by_velocity ? (speed > 0.0 ? abs(velocity) / speed : vec3(0.57735)) : color;
    float shrunk = size / drawn;
    light.rgb = light_for_eye * (hue * min(brightness * shrunk * shrunk, 1.0));

    // Thousands of particles fainter than 1/255 add up correctly only if some of them are rounded up. Each
    // particle therefore has a rounding offset, evenly distributed by the golden ratio.
    uint spread = uint(gl_VertexID) * 2654435769u;
    light.a = (float(spread >> 8) / 16777216.0 - 0.5) / 255.0;
}
