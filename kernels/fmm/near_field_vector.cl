// Near field on CPUs (P2P): direct sum of a leaf's bodies over the bodies of all leaves that are not well
// separated from this leaf. A work-item computes one leaf. It copies sources into a tile, and computes WIDTH
// sources at a time for SINKS bodies of the leaf. Arguments: see near_field.cl.
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/tree.h"

#define TILE 1024
#define SINKS 4

// Adds the accelerations caused by the bodies in the tile to the bodies begin ... end - 1.
void accelerate_by_tile(const float* xs, const float* ys, const float* zs, const float* ms, uint filled,
                  __global const float* restrict bodies, uint body_stride, uint begin, uint end,
                  float softening_squared,
                  __global float4* restrict near) {
    for (uint body = begin; body < end; body += SINKS) {
        float x[SINKS], y[SINKS], z[SINKS];
        real sum_x[SINKS], sum_y[SINKS], sum_z[SINKS], sum_w[SINKS];
        for (uint s = 0; s < SINKS; ++s) {
            const uint i = min(body + s, end - 1);
            x[s] = BODY_X(i);
            y[s] = BODY_Y(i);
            z[s] = BODY_Z(i);
            sum_x[s] = sum_y[s] = sum_z[s] = sum_w[s] = 0.0f;
        }
        for (uint j = 0; j < filled; j += WIDTH) {
            const real source_x = load(0, xs + j), source_y = load(0, ys + j), source_z = load(0, zs + j);
            const real mass = load(0, ms + j);
#pragma unroll
            for (uint s = 0; s < SINKS; ++s) {
                const real dx = source_x - x[s], dy = source_y - y[s], dz = source_z - z[s];
                const real inverse = inverse_root(dx * dx + dy * dy + dz * dz + softening_squared);
                const real potential = mass * inverse, pull = potential * (inverse * inverse);
                sum_x[s] += pull * dx;
                sum_y[s] += pull * dy;
                sum_z[s] += pull * dz;
                sum_w[s] += potential;
            }
        }
        for (uint s = 0; s < SINKS; ++s)
            if (body + s < end)
                near[body + s] += (float4)(sum_of_lanes(sum_x[s]), sum_of_lanes(sum_y[s]), sum_of_lanes(sum_z[s]),
                                           sum_of_lanes(sum_w[s]));
    }
}

// Each work-item computes one of at most `capacity` leaves. Writes one float4 per body (in Morton order) to `near`.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void near_field(__global const float* restrict bodies, uint body_stride, __global const uint* restrict counts,
                uint level, uint capacity, uint first, uint skipped, uint more_capacity,
                __global const uint* restrict links, uint stride,
                uint pair_capacity, __global const uint* restrict unresolved, float softening_squared,
                __global float4* restrict near, __global float4* restrict more_near) {
    // Lists are not divided into pieces on a CPU, because its few threads always have enough work.
    (void)more_capacity, (void)more_near;
    const uint place = skipped + get_global_id(0);
    if (place >= min(counts[level], capacity)) return;
    const uint leaf = first + place;
    const uint begin = BODY(leaf), end = BODY(leaf + 1);
    for (uint body = begin; body < end; ++body) near[body] = 0.0f;

    float xs[TILE + WIDTH], ys[TILE + WIDTH], zs[TILE + WIDTH], ms[TILE + WIDTH];
    const uint pairs_end = min(UNRESOLVED_AT(leaf + 1), pair_capacity);
    uint filled = 0;
    for (uint pair = UNRESOLVED_AT(leaf); pair < pairs_end; ++pair) {
        const uint from = BODY(unresolved[pair]), size = BODY(unresolved[pair] + 1) - from;
        for (uint i = 0; i < size; i += WIDTH) {
            store(load(0, &BODY_X(from + i)), 0, xs + filled + i);
            store(load(0, &BODY_Y(from + i)), 0, ys + filled + i);
            store(load(0, &BODY_Z(from + i)), 0, zs + filled + i);
            store(load(0, &BODY_MASS(from + i)), 0, ms + filled + i);
        }
        filled += size;
        const bool is_last = pair + 1 == pairs_end;
        if (!is_last && filled + (BODY(unresolved[pair + 1] + 1) - BODY(unresolved[pair + 1])) <= TILE) continue;
        for (uint lane = 0; lane < WIDTH; ++lane)
            xs[filled + lane] = ys[filled + lane] = zs[filled + lane] = ms[filled + lane] = 0.0f;
        accelerate_by_tile(xs, ys, zs, ms, filled, bodies, body_stride, begin, end, softening_squared, near);
        filled = 0;
    }
}
