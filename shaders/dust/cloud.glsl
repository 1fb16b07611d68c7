// Computes the splat of a dust cloud. A disk particle (row) with dust carries several clouds, one per
// instance. The clouds lie among the stars that the row represents and move with the row. Output: a Splat whose
// light holds optical depth and depth moments.
#include "shaders/camera/projection.glsl"
#include "shaders/particles/row.glsl"
#include "shaders/particles/splat.glsl"
#include "shaders/dust/depth.glsl"

uniform float time_offset;
uniform float stands_for;                  // number of particles that each drawn particle represents
uniform float sigma_per_smoothing_length;  // standard deviation of the particle's splat in smoothing lengths
uniform float unknown_sigma;
// share of the disk's particles that carry dust: those with the smallest vertical motion
uniform float dust_share;
uniform int clouds;        // number of clouds per particle
uniform float opacity;     // area that dust of optical depth 1 covers, per unit mass at the center
uniform float scale_length;
uniform float dust_growth;  // growth of the logarithm of dust per unit mass, per scale length
uniform vec3 axis;   // rotation axis of the disk in the initial state
uniform vec3 drift;  // mean velocity of the disk
uniform int hash_offset;
uniform float largest_sigma;  // largest standard deviation of a drawn cloud, pixels
uniform float blend;           // weight of the current attributes against the previous attributes
uniform float most_log2_rate;  // ellipsoid_squares.w is log2(star formation rate) / most_log2_rate

const float thinness = 0.1;  // ratio of a cloud's thickness, perpendicular to the disk, to its width
const float diffuse = 0.6;  // share of the dust that lies between the clouds

// Returns a random number between 0 and 1 for the cloud and the index `which`, equal in every frame.
float cloud_draw(uint which) {
    return random_number((uint(row_number() + hash_offset) * 16u + uint(instance())) * 8u + which);
}

// Returns two normally distributed random numbers (Box & Muller 1958).
vec2 two_normals(uint which) {
    float angle = 6.2831853 * cloud_draw(which + 1u);
    return sqrt(-2.0 * log(cloud_draw(which))) * vec2(cos(angle), sin(angle));
}

// Returns the position of a cloud relative to its particle. Clouds lie along filaments that the disk's shear
// stretches into trailing spirals with a pitch of 15 degrees (Kennicutt 1981, AJ 86, 1847).
vec3 in_filament() {
    vec3 turning = velocity - drift;
    turning -= dot(turning, axis) * axis;
    float speed = length(turning);
    vec3 ahead = speed > 0.0 ? turning / speed : vec3(1.0, 0.0, 0.0);
    vec3 outwards = cross(ahead, axis);
    vec3 along = 0.966 * ahead - 0.259 * outwards, beside = 0.966 * outwards + 0.259 * ahead;
    vec2 jitter = two_normals(1u);
    float place = (float(instance()) - 0.5 * float(clouds)) / float(clouds - 1);
    return (3.2 * place + 0.25 * jitter.x) * along + 0.3 * jitter.y * beside + 0.12 * two_normals(3u).x * axis;
}

// Returns the share of the particle's dust that is left: 1 where the star formation rate is at least a quarter of the
// disk's mean rate, and proportional to the rate below. Where star formation has ended, dust is lost with the gas. If
// the tidal plumes of a merger kept their dust, they would look brown.
float dust_left() {
    float logarithm = blend < 1.0 ? mix(former_squares.w, ellipsoid_squares.w, blend) : ellipsoid_squares.w;
    return min(4.0 * exp2(most_log2_rate * logarithm), 1.0);
}

Splat find_cloud() {
    if (is_young_star()) return no_splat();
    float row_sigma = (smoothing_length() > 0.0 ? sigma_per_smoothing_length * smoothing_length() : unknown_sigma) *
                      pow(stands_for, 1.0 / 3.0);
    // Giant molecular clouds have the mass function dN/dM ~ M^-2, here with mean mass 1. Their column
    // densities are about equal (Larson 1981, MNRAS 194, 809), so the area is proportional to the mass.
    // Instance 0 of a particle is the diffuse dust between the clouds.
    bool between = instance() == 0;
    float mass = between ? 1.0 : 0.32846 / (cloud_draw(0u) + 0.05);
    // If fewer particles carry dust, their mean separation is larger, so each particle's diffuse dust is wider, but not
    // thicker.
    float sigma = row_sigma * (between ? inversesqrt(dust_share) : 0.8 * sqrt(mass / float(clouds)));
    float flatness = thinness * (between ? sqrt(dust_share) : 1.0);
    float share = between ? diffuse : (1.0 - diffuse) / float(clouds - 1);
    vec3 place = position.xyz + velocity * time_offset + (between ? vec3(0.0) : row_sigma * in_filament());

    Projected seen = project(place);
    float pixels = sigma * seen.pixels_per_unit;

    float radius = min(initial_radius() / scale_length, 6.0);
    float area = opacity * exp(dust_growth * radius) * position.w * stands_for * mass * share / dust_share *
                 dust_left();
    float strength = area * seen.pixels_per_unit * seen.pixels_per_unit;
    // The opacity fades to zero for a cloud that surrounds the camera.
    float distance = length((view_from_world * vec4(place, 1.0)).xyz);
    if (projection != PROJECTION_ORTHOGRAPHIC) strength *= smoothstep(1.0, 3.0, distance / sigma);
    if (pixels > largest_sigma) {
        strength *= largest_sigma * largest_sigma / (pixels * pixels);
        pixels = largest_sigma;
    }
    if (strength <= 0.0) return no_splat();

    // A cloud is a flattened spheroid; its projection is an ellipse.
    vec3 ahead = projection == PROJECTION_ORTHOGRAPHIC ? vec3(0.0, 0.0, -1.0)
                                                       : normalize((view_from_world * vec4(place, 1.0)).xyz);
    float face_on = dot(ahead, mat3(view_from_world) * axis);
    float edge_on = 1.0 - face_on * face_on;
    float deep = sqrt(edge_on + flatness * flatness * face_on * face_on);
    float thin = sqrt(face_on * face_on + flatness * flatness * edge_on);
    vec4 tip = project(place + sigma * axis).clip;
    vec2 across = tip.xy / tip.w - seen.clip.xy / seen.clip.w;
    across.x *= clip_from_view[1][1] / clip_from_view[0][0];  // corrects the aspect ratio
    float length_across = length(across);
    across = length_across > 0.0 ? across / length_across : vec2(1.0, 0.0);

    Splat splat = no_splat();
    splat.clip = seen.clip;
    vec2 axes = pixels * pixels * vec2(1.0, thin * thin);
    vec3 outline = vec3(axes.x, 0.0, axes.x) +
                   (axes.y - axes.x) * vec3(across.x * across, across.y * across.y);
    strength *= shape_gaussian(splat, outline, axes, axes);

    float depth = depth_of(place);
    float thickness = deep * sigma / (projection == PROJECTION_ORTHOGRAPHIC ? 1.0 : distance);
    splat.light = strength * vec4(1.0, depth, depth * depth + thickness * thickness, 0.0);
    return splat;
}
