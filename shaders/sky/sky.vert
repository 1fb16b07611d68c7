// Places a far galaxy, or with STARS a foreground star, in the sky background. Output: point position and
// size, light and shape for sky_galaxy.frag or sky_star.frag.
#version 330 core

#include "shaders/camera/projection.glsl"
#include "shaders/dust/dust.glsl"

layout(location = 0) in vec4 direction;  // xyz: direction on the sky; w: angular size, radians
layout(location = 1) in vec4 brightness; // rgb: surface brightness, model units; w: axis ratio
layout(location = 2) in vec4 along;      // direction of the major axis; w: Sersic index

uniform float light_per_pixel;  // light per pixel at surface brightness 1
uniform float height;           // height of the picture, pixels
uniform float largest_point;
uniform float largest_size;     // largest drawn half-light radius of a far galaxy, radians

flat out vec3 sky_light;
flat out float edge;    // width of the drawn square, pixels
flat out vec2 axis;     // direction of a galaxy's major axis in the picture
flat out vec4 shape;    // for a galaxy: 1 / half-light radius in pixels, axis ratio, Sersic index;
                        // for a star: 1 / sigma in pixels, length of its spikes

vec2 picture_of(vec3 sky) {
    vec4 clip = clip_from_view * vec4(bend(sky), 1.0);
    return clip.xy / clip.w;
}

// Returns the fade factor of an object that is narrower than a pixel, from 0 at surface brightness `faintest` to 1 at
// `faint`. The object is drawn one pixel wide, with the reduced surface brightness `diluted`. Without fading, most
// objects in small pictures would form a haze of dots.
float visibility(float diluted, float faintest, float faint) { return smoothstep(faintest, faint, diluted); }

void main() {
    const float far = 1e6;  // distance of all objects, beyond the near plane of every camera
    vec3 seen = far * (mat3(view_from_world) * direction.xyz);
    gl_Position = clip_from_view * vec4(bend(seen), 1.0);
    sky_light = light_for_eye * (light_per_pixel * brightness.rgb);
    axis = vec2(1.0, 0.0);
    edge = 1.0;
    gl_PointSize = 1.0;
    shape = vec4(1.0);
    vec2 here = gl_Position.xy / gl_Position.w;
    // Skips objects outside the picture.
    if (gl_Position.w <= 0.0 || max(abs(here.x), abs(here.y)) > 1.2) return;
#ifdef STARS
    // Point spread function of a telescope: a narrow Gaussian and four spikes, longer for brighter stars.
    float sigma = max(0.0011 * height, 0.7);
    float peak = dot(sky_light, vec3(0.2126, 0.7152, 0.0722)) / light_per_pixel;
    float narrow = 0.0011 * height / sigma;
    sky_light *= narrow * narrow * (narrow < 1.0 ? visibility(peak * narrow * narrow, 0.002, 0.006) : 1.0);
    float arm = clamp(0.0016 * height * sqrt(peak / 0.02), 0.0, 0.045 * height);
    shape = vec4(1.0 / sigma, arm > 6.0 * sigma ? arm : 0.0, 0.0, 0.0);
    edge = min(2.0 * max(4.0 * sigma, shape.y), largest_point);
#else
    vec2 tip = picture_of(seen + 1e-3 * far * (mat3(view_from_world) * along.xyz));
    vec2 way = (tip - here) * vec2(clip_from_view[1][1] / clip_from_view[0][0], 1.0);
    axis = length(way) > 0.0 ? normalize(way) : axis;
    float radius = min(direction.w, largest_size) * pixels_at_unit_distance;
    float drawn = max(radius, 0.7);
    float share = radius * radius / (drawn * drawn);
    if (share < 1.0) {
        float peak = dot(brightness.rgb, vec3(0.2126, 0.7152, 0.0722));
        share *= visibility(share * peak, 0.001, 0.003);
    }
    sky_light *= share;
    shape = vec4(1.0 / drawn, brightness.w, along.w, 0.0);
    edge = min(2.0 * 3.2 * drawn, largest_point);
    sky_light *= transmission(0.5 + 0.5 * here, 1e9);
#endif
    gl_PointSize = edge;
}
