// Transforms bodies to the coordinates of the lattice: relative to the lattice's center, along its axes, with
// -G m in w. Pads the last run with massless, distant bodies. All lengths are in model units.
#include "kernels/potential/lattice.h"

__kernel void to_lattice(__global const float4* restrict positions, uint bodies, float4 center, float4 axis_x,
                         float4 axis_y, float4 axis_z, float gravity, __global float4* restrict out) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        const float4 body = positions[i];
        const float3 d = body.xyz - center.xyz;
        out[i] = (float4)(dot(d, axis_x.xyz), dot(d, axis_y.xyz), dot(d, axis_z.xyz), -gravity * body.w);
    } else if (i < (bodies + RUN - 1) / RUN * RUN) {
        out[i] = (float4)(1e9f, 1e9f, 1e9f, 0.0f);
    }
}
