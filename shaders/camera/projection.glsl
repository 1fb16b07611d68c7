// Finds where a point of the world is drawn, and how large things are there. The twin of render/camera/projection.cpp.
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
uniform int projection;                 // one of PROJECTION_...
uniform float pixels_at_unit_distance;  // that one unit of length covers
uniform mat3 light_for_eye;             // what one of two eyes sees of each particle's light

struct Projected {
    vec4 clip;
    float distance;         // from the camera; 1 everywhere where it does not matter
    float pixels_per_unit;  // of length, there
};

// Moves what the camera sees, x to the right and -z ahead, to where an ordinary perspective shows it as the
// projection has it: as far ahead as it is away, and to the side by that times the map's x and y.
vec3 bend(vec3 seen) {
    float distance = length(seen);
    if (projection == PROJECTION_HAMMER) {
        // Hammer 1892, Petermanns Mitteilungen 38, 85: with latitude b and longitude l,
        // (x, y) = sqrt(2 / (1 + cos b cos l/2)) (2 cos b sin l/2, sin b). An area of the sky has the same
        // area in the map. Sine and cosine of l/2 come without the angle, one way ahead and one way behind,
        // so that neither loses digits.
        float level = max(length(seen.xz), 1e-6 * distance);
        vec2 half_longitude = normalize(
            seen.z < 0.0 ? vec2(seen.x, level - seen.z)
                         : vec2(seen.x < 0.0 ? -(level + seen.z) : level + seen.z, abs(seen.x)));
        float near_edge = sqrt(2.0 / (1.0 + level / distance * half_longitude.y));
        return vec3(near_edge * vec2(2.0 * level * half_longitude.x, seen.y), -distance);
    }
    if (projection == PROJECTION_DOME) {
        // Azimuthal equidistant: as far from the middle as the angle from straight ahead. Areas grow towards
        // the rim by angle / sin(angle); as if it were nearer by the root of that, light and sizes follow.
        if (seen.z > 0.0) return vec3(0.0, 0.0, 1.0);  // behind, where nothing is drawn
        float across = length(seen.xy);
        float angle = atan(across, -seen.z);
        float stretch = across > 1e-4 * distance ? angle * distance / across : 1.0;
        return vec3(sqrt(stretch) * seen.xy, -distance / sqrt(stretch));
    }
    return seen;
}

Projected project(vec3 world) {
    vec3 seen = (view_from_world * vec4(world, 1.0)).xyz;
    vec4 clip = clip_from_view * vec4(bend(seen), 1.0);
    return Projected(clip, clip.w, pixels_at_unit_distance / clip.w);
}
