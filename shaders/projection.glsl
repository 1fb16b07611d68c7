// Where a point of the world is drawn, and how large things are there. The twin of render/projection.cpp.
uniform mat4 view_from_world;
uniform mat4 clip_from_view;
uniform float pixels_at_unit_distance;  // that one unit of length covers

struct Projected {
    vec4 clip;
    float distance;         // from the camera; 1 everywhere where it does not matter
    float pixels_per_unit;  // of length, there
};

Projected project(vec3 world) {
    vec4 clip = clip_from_view * view_from_world * vec4(world, 1.0);
    return Projected(clip, clip.w, pixels_at_unit_distance / clip.w);
}
