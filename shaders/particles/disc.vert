// A square about a ball: a point, or an instance with a vertex for each corner where it may be larger than points are.
#version 330 core

#include "shaders/camera/projection.glsl"

layout(location = POSITION_LOCATION) in vec4 position;
layout(location = VELOCITY_LOCATION) in vec4 velocity;  // w: radius

uniform float time_offset;
#ifndef AS_POINTS
uniform vec2 pixel;  // its size where the picture's is 2
#endif

#ifdef AS_POINTS
flat out float half_size;  // of the point, in pixels
#else
out vec2 place;  // in the ball's radii, from its middle
#endif
// Its radius in pixels; what is left of one that is smaller than a pixel; the depths of its middle and of what of it
// is nearest.
flat out vec4 ball;

const float usual_radius = 0.02;   // of bodies without one
const float least_radius = 0.6;    // pixels

void main() {
    float size = velocity.w != 0.0 ? max(velocity.w, 0.0) : usual_radius;
    vec3 middle = position.xyz + velocity.xyz * time_offset;
    Projected seen = project(middle);
    float wanted = size * seen.pixels_per_unit;
    float radius = max(wanted, least_radius);

    vec3 view = (view_from_world * vec4(middle, 1.0)).xyz;
    vec4 nearest = clip_from_view * vec4(bend(view * max(1.0 - size / max(length(view), size), 0.01)), 1.0);
    vec2 depths = 0.5 * vec2(seen.clip.z / seen.clip.w, nearest.z / nearest.w) + 0.5;
    ball = vec4(radius, (wanted / radius) * (wanted / radius), depths);

    // Half a pixel more on each side for the smooth edge.
    gl_Position = seen.clip;
#ifdef AS_POINTS
    // One that is smaller than a pixel is a pixel that it covers so much of: a million of them are that many, and not
    // ten times as many. And all of a point is as deep as what of it is nearest: its fragments need not say so.
    bool is_tiny = wanted < least_radius;
    half_size = is_tiny ? 0.5 : radius + 0.5;
    gl_PointSize = 2.0 * half_size;
    if (is_tiny) ball.y = min(3.14159 * wanted * wanted, 1.0);
    gl_Position.z = nearest.z / nearest.w * seen.clip.w;
#else
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    place = corner * (radius + 0.5) / radius;
    gl_Position.xy += corner * (radius + 0.5) * pixel * seen.clip.w;
#endif
    if (size <= 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);  // outside
}
