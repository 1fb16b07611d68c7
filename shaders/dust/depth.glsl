// Depth along the line of sight, in the units that both dust and light use. Needs shaders/camera/projection.glsl.
uniform float depth_origin;

// Returns the logarithm of the distance from the camera, relative to depth_origin. On this scale, dust is resolved both
// near an observer inside a galaxy and in a distant galaxy. Orthographic views use linear depth.
float depth_of(vec3 world) {
    vec3 seen = (view_from_world * vec4(world, 1.0)).xyz;
    return (projection == PROJECTION_ORTHOGRAPHIC ? -seen.z : log(max(length(seen), 1e-6))) - depth_origin;
}
