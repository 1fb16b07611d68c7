// Measures the force errors of sampled bodies by comparison with the direct sum over all bodies. Each work-group
// computes one body. The step index determines which bodies are sampled, so repeated runs sample identical bodies.
#include "kernels/step/sampled_bodies.h"

// Writes |a - a_direct| and |a_direct| of each sampled body to errors_out[group].
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void force_errors(__global const float4* restrict positions, __global const float4* restrict accelerations,
                  uint bodies, uint first_number, float gravity, float softening_squared,
                  __global float2* restrict errors_out) {
    __local float4 parts[WORK_GROUP];
    const uint item = get_local_id(0);
    const uint row = scattered(first_number + (uint)get_group_id(0)) % bodies;
    const float4 body = positions[row];
    float4 sum = (float4)(0.0f);
    for (uint first = item; first < bodies; first += RUN * WORK_GROUP) {
        const uint end = min(bodies, first + RUN * WORK_GROUP);
        float x = 0.0f, y = 0.0f, z = 0.0f;
        for (uint j = first; j < end; j += WORK_GROUP) {
            const float4 source = positions[j];
            const float dx = source.x - body.x, dy = source.y - body.y, dz = source.z - body.z;
            const float inverse = INVERSE_SQRT(dx * dx + dy * dy + dz * dz + softening_squared);
            const float pull = source.w * inverse * (inverse * inverse);
            x += pull * dx;
            y += pull * dy;
            z += pull * dz;
        }
        sum += (float4)(x, y, z, 0.0f);
    }
    parts[item] = sum;
    for (uint half_of = WORK_GROUP / 2; half_of > 0; half_of /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_of) parts[item] += parts[item + half_of];
    }
    if (item == 0) {
        const float4 direct = gravity * parts[0];
        const float3 error = accelerations[row].xyz - direct.xyz;
        errors_out[get_group_id(0)] = (float2)(length(error), length(direct.xyz));
    }
}
