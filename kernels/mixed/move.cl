// Moves the small particles by the forces that device and host have computed. Small particles have mass 1, so
// forces equal accelerations.
#include "kernels/mixed/mixed.h"

// Adds the forces of large particles, which the host has computed, to `forces`. w of each host force holds the row of
// the small particle. No row occurs twice, so work-items do not conflict.
__kernel void add_host_forces(__global float4* restrict forces, __global const float4* restrict host_forces,
                              uint count) {
    const uint k = get_global_id(0);
    if (k < count) forces[as_uint(host_forces[k].w)].xyz += host_forces[k].xyz;
}

// Symplectic Euler step: v <- v + a dt, limited to `largest_speed`; x <- x + v dt. The center of a particle stays at
// least half a radius away from the walls. At this limit, the velocity component perpendicular to the wall becomes 0.
__kernel void move(__global float4* restrict positions, __global float4* restrict velocities,
                   __global const float4* restrict forces, MixedBox box) {
    const uint i = get_global_id(0);
    if (i < box.small) {
        float4 position = positions[i], velocity = velocities[i];
        velocity.xyz += (forces[i].xyz + box.gravity.xyz) * box.dt;
        const float speed = length(velocity.xyz);
        if (speed > box.largest_speed) velocity.xyz *= box.largest_speed / speed;
        const float3 wanted = position.xyz + velocity.xyz * box.dt;
        float3 inside = clamp(wanted, box.least.xyz + 0.5f * box.radius, box.most.xyz - 0.5f * box.radius);
#if DIMENSIONS == 2
        inside.z = wanted.z;
#endif
        velocity.xyz = select(velocity.xyz, (float3)(0.0f), isnotequal(inside, wanted));
        position.xyz = inside;
        positions[i] = position;
        velocities[i] = velocity;
    }
}
