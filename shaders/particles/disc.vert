// Places the square around a body's disc in draw mode discs. The square is a point, or an instanced square
// for discs that can exceed the driver's largest point size. Output: clip position, size and depths.
#version 330 core

#include "shaders/camera/projection.glsl"
#include "shaders/particles/visibility.glsl"

layout(location = POSITION_LOCATION) in vec4 position;
layout(location = VELOCITY_LOCATION) in vec4 velocity;  // w: radius of the body, or 0

uniform float time_offset;
uniform bool is_gas;  // the fourth numbers of the velocities are no radii (data/particles/young_stars.hpp)
#ifndef AS_POINTS
uniform vec2 pixel;  // size of a pixel in normalized device coordinates
#endif

#ifdef AS_POINTS
flat out float half_size;  // half the width of the point, pixels
#else
out vec2 place;  // position relative to the disc's center, in disc radii
#endif
// x: disc radius in pixels. y: opacity factor for discs smaller than the smallest drawn radius. z, w: depths
// of the body's center and of its nearest point.
flat out vec4 ball;

const float usual_radius = 0.02;   // radius in model units for gas and bodies without a specified radius
const float least_radius = 0.6;    // smallest drawn radius, pixels

void main() {
    float size = is_gas || velocity.w == 0.0 ? usual_radius : max(velocity.w, 0.0);
    vec3 middle = position.xyz + velocity.xyz * time_offset;
    Projected seen = project(middle);
    float wanted = size * seen.pixels_per_unit;
    float radius = max(wanted, least_radius);

    vec3 view = (view_from_world * vec4(middle, 1.0)).xyz;
    vec4 nearest = clip_from_view * vec4(bend(view * max(1.0 - size / max(length(view), size), 0.01)), 1.0);
    vec2 depths = 0.5 * vec2(seen.clip.z / seen.clip.w, nearest.z / nearest.w) + 0.5;
    ball = vec4(radius, (wanted / radius) * (wanted / radius), depths);

    // The square extends half a pixel beyond the disc on each side, for antialiasing the edge.
    gl_Position = seen.clip;
#ifdef AS_POINTS
    // A disc smaller than a pixel is drawn as one pixel with reduced opacity. A million tiny bodies then cost
    // a million pixels instead of ten million. All pixels of a point get the depth of the body's nearest
    // point, so the fragment shader need not write depth.
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
    // moves hidden bodies and bodies with negative radius outside the picture
    if (size <= 0.0 || is_hidden(velocity.w)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
