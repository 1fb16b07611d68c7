// Depth along the line of sight, in equal units for dust and for light. Needs shaders/camera/projection.glsl.
uniform float depth_origin;

// The depth is the logarithm of the distance: equal ratios give equal differences, so that dust around an
// observer inside a galaxy and dust of a distant galaxy are resolved equally well. Orthographic views use the
// plain depth.
float depth_of(vec3 world) {
    vec3 seen = (view_from_world * vec4(world, 1.0)).xyz;
    return (projection == PROJECTION_ORTHOGRAPHIC ? -seen.z : log(max(length(seen), 1e-6))) - depth_origin;
}
