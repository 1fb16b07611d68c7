// Projects world positions to the picture and computes the picture scale at each position. Mirrors
// render/camera/projection.cpp.
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
uniform int projection;                 // PROJECTION_... constant
uniform float pixels_at_unit_distance;  // pixels per model length unit at distance 1 from the camera
// color matrix: identity, or the filter of one eye's glass in anaglyph pictures
uniform mat3 light_for_eye;

struct Projected {
    vec4 clip;
    // distance from the camera along the view direction; 1 for orthographic projection
    float distance;
    float pixels_per_unit;  // picture pixels per model length unit at `distance`
};

// Maps a view-space position (x to the right, -z ahead) to a substitute position. A perspective projection
// shows the substitute where the Hammer or dome projection shows the original. The substitute's depth is the
// distance from the camera; its x and y are the map coordinates times that distance.
vec3 bend(vec3 seen) {
    float distance = length(seen);
    if (projection == PROJECTION_HAMMER) {
        // Hammer 1892, Petermanns Mitteilungen 38, 85. With latitude b and longitude l, (x, y) = sqrt(2 / (1 + cos b
        // cos l/2)) (2 cos b sin l/2, sin b). The map preserves areas. Sine and cosine of l/2 are computed without the
        // angle, by separate formulas for positions ahead of and behind the camera, to avoid cancellation.
        float level = max(length(seen.xz), 1e-6 * distance);
        vec2 half_longitude = normalize(
            seen.z < 0.0 ? vec2(seen.x, level - seen.z)
                         : vec2(seen.x < 0.0 ? -(level + seen.z) : level + seen.z, abs(seen.x)));
        float near_edge = sqrt(2.0 / (1.0 + level / distance * half_longitude.y));
        return vec3(near_edge * vec2(2.0 * level * half_longitude.x, seen.y), -distance);
    }
    if (projection == PROJECTION_DOME) {
        // Azimuthal equidistant projection: the radius in the picture is the angle from the view direction. The
        // projection enlarges areas toward the rim by angle / sin(angle). Dividing the distance from the camera by the
        // square root of this factor enlarges sizes and light accordingly.
        if (seen.z > 0.0) return vec3(0.0, 0.0, 1.0);  // points behind the camera are not drawn
        float across = length(seen.xy);
        float angle = atan(across, -seen.z);
        float stretch = across > 1e-4 * distance ? angle * distance / across : 1.0;
        return vec3(sqrt(stretch) * seen.xy, -distance / sqrt(stretch));
    }
    return seen;
}

// Returns the velocity of a body away from the camera along the line of sight to `world`.
float receding_speed(vec3 world, vec3 velocity) {
    vec3 ahead = projection == PROJECTION_ORTHOGRAPHIC ? vec3(0.0, 0.0, -1.0)
                                                       : normalize((view_from_world * vec4(world, 1.0)).xyz);
    return dot(ahead, mat3(view_from_world) * velocity);
}

Projected project(vec3 world) {
    vec3 seen = (view_from_world * vec4(world, 1.0)).xyz;
    vec4 clip = clip_from_view * vec4(bend(seen), 1.0);
    return Projected(clip, clip.w, pixels_at_unit_distance / clip.w);
}
