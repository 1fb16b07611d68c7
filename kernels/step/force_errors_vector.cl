// Measures the force errors of sampled bodies on CPUs. Each work-item compares WIDTH sampled bodies, one in each lane of
// its vectors. Samples beyond the requested number are compared too, but not read. Arguments: see
// force_errors.cl.
#include "kernels/direct/vectors.h"
#include "kernels/step/sampled_bodies.h"

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void force_errors(__global const float4* restrict positions, __global const float4* restrict accelerations,
                  uint bodies, uint first_number, float gravity, float softening_squared,
                  __global float2* restrict errors_out) {
    const uint first_sample = WIDTH * (uint)get_global_id(0);
    uint rows[WIDTH];
    float xs[WIDTH], ys[WIDTH], zs[WIDTH];
    for (uint lane = 0; lane < WIDTH; ++lane) {
        rows[lane] = scattered(first_number + first_sample + lane) % bodies;
        const float4 body = positions[rows[lane]];
        xs[lane] = body.x;
        ys[lane] = body.y;
        zs[lane] = body.z;
    }
    const floatv body_x = load(0, xs), body_y = load(0, ys), body_z = load(0, zs);
    floatv sum_x = 0.0f, sum_y = 0.0f, sum_z = 0.0f;
    for (uint first = 0; first < bodies; first += RUN) {
        const uint end = min(bodies, first + RUN);
        floatv x = 0.0f, y = 0.0f, z = 0.0f;
        for (uint j = first; j < end; ++j) {
            const float4 source = positions[j];
            const floatv dx = source.x - body_x, dy = source.y - body_y, dz = source.z - body_z;
            const floatv inverse = INVERSE_SQRT(dx * dx + dy * dy + dz * dz + softening_squared);
            const floatv pull = source.w * inverse * (inverse * inverse);
            x += pull * dx;
            y += pull * dy;
            z += pull * dz;
        }
        sum_x += x;
        sum_y += y;
        sum_z += z;
    }
    store(sum_x, 0, xs);
    store(sum_y, 0, ys);
    store(sum_z, 0, zs);
    for (uint lane = 0; lane < WIDTH; ++lane) {
        const float3 direct = gravity * (float3)(xs[lane], ys[lane], zs[lane]);
        const float3 error = accelerations[rows[lane]].xyz - direct;
        errors_out[first_sample + lane] = (float2)(length(error), length(direct));
    }
}
