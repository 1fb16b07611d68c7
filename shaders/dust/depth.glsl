// How deep along the line of sight something lies, in the same steps for dust and for what shines. This needs
// shaders/camera/projection.glsl.
uniform float depth_origin;

// The logarithm of the distance: what is a tenth deeper is as much deeper from near and from far, so that the dust
// around an observer inside a galaxy and that of a galaxy far away are told apart equally well.
float depth_of(vec3 world) {
    vec3 seen = (view_from_world * vec4(world, 1.0)).xyz;
    return (projection == PROJECTION_ORTHOGRAPHIC ? -seen.z : log(max(length(seen), 1e-6))) - depth_origin;
}
