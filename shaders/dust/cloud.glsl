// Computes the splat of a dust cloud. A dusty row of a disk carries several clouds, one per instance. They
// lie among the row's stars, keep their places relative to the row, and move with it. Output: Splat with
// optical depth and depth moments as light.
#include "shaders/camera/projection.glsl"
#include "shaders/particles/row.glsl"
#include "shaders/particles/splat.glsl"
#include "shaders/dust/depth.glsl"

uniform float time_offset;
uniform float stands_for;                  // number of rows that this row represents
uniform float sigma_per_smoothing_length;  // standard deviation of the row's own splat in smoothing lengths
uniform float unknown_sigma;
uniform float dust_share;  // share of the rows that carry dust, with the smallest vertical motion
uniform int clouds;        // number of clouds of a row
uniform float opacity;     // area that the dust of unit stellar mass covers with optical depth 1
uniform float scale_length;
uniform vec3 axis;   // rotation axis of the disk at the start
uniform vec3 drift;  // mean velocity of the disk
uniform int hash_offset;
uniform float largest_sigma;  // pixels

const float thinness = 0.2;  // thickness of a cloud perpendicular to the disk, relative to its width
const float diffuse = 0.6;  // share of the dust outside clouds

// Random number between 0 and 1 that is fixed for a cloud (hash: Wellons 2018).
float cloud_draw(uint which) {
    uint bits = (uint(row_number() + hash_offset) * 16u + uint(instance())) * 8u + which;
    bits = (bits ^ (bits >> 16)) * 0x7feb352du;
    bits = (bits ^ (bits >> 15)) * 0x846ca68bu;
    bits ^= bits >> 16;
    return (float(bits >> 8) + 0.5) / 16777216.0;
}

vec2 two_normals(uint which) {  // normal deviates (Box & Muller 1958)
    float angle = 6.2831853 * cloud_draw(which + 1u);
    return sqrt(-2.0 * log(cloud_draw(which))) * vec2(cos(angle), sin(angle));
}

// Position of a cloud relative to its row: on a filament that the disk's shear has drawn into a trailing
// spiral with a pitch of 15 degrees (Kennicutt 1981, AJ 86, 1847), and as flat as the layer of rows.
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

Splat find_cloud() {
    float row_sigma = (attributes.x > 0.0 ? sigma_per_smoothing_length * attributes.x : unknown_sigma) *
                      pow(stands_for, 1.0 / 3.0);
    // Giant molecular clouds: dN/dM ~ M^-2, mean mass 1, and about equal column densities (Larson 1981, MNRAS
    // 194, 809), so that the area grows with the mass. The first cloud of a row is the diffuse dust between
    // clouds.
    bool between = instance() == 0;
    float mass = between ? 1.0 : 0.32846 / (cloud_draw(0u) + 0.05);
    // If only some rows carry dust, they are farther apart in the layer.
    float sigma = row_sigma * (between ? inversesqrt(dust_share) : 0.8 * sqrt(mass / float(clouds)));
    float share = between ? diffuse : (1.0 - diffuse) / float(clouds - 1);
    vec3 place = position.xyz + velocity * time_offset + (between ? vec3(0.0) : row_sigma * in_filament());

    Projected seen = project(place);
    float pixels = sigma * seen.pixels_per_unit;

    // The surface densities of stars and dust fall exponentially; the dust's scale length is 1.4 times that
    // of the stars (Xilouris et al. 1999, A&A 344, 868).
    float radius = min(attributes.y / scale_length, 6.0);
    float area = opacity * exp((1.0 - 1.0 / 1.4) * radius) * position.w * stands_for * mass * share / dust_share;
    float strength = area * seen.pixels_per_unit * seen.pixels_per_unit;
    // A cloud around the observer covers nothing.
    float distance = length((view_from_world * vec4(place, 1.0)).xyz);
    if (projection != PROJECTION_ORTHOGRAPHIC) strength *= smoothstep(1.0, 3.0, distance / sigma);
    if (pixels > largest_sigma) {
        strength *= largest_sigma * largest_sigma / (pixels * pixels);
        pixels = largest_sigma;
    }
    if (strength <= 0.0) return no_splat();

    // Projection of a flattened spheroid to an ellipse.
    vec3 ahead = projection == PROJECTION_ORTHOGRAPHIC ? vec3(0.0, 0.0, -1.0)
                                                       : normalize((view_from_world * vec4(place, 1.0)).xyz);
    float face_on = dot(ahead, mat3(view_from_world) * axis);
    float edge_on = 1.0 - face_on * face_on;
    float deep = sqrt(edge_on + thinness * thinness * face_on * face_on);
    float thin = sqrt(face_on * face_on + thinness * thinness * edge_on);
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
