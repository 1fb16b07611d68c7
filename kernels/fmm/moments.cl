// Upward pass: computes multipole moments of leaves from their bodies (P2M), and moments of higher nodes from
// the moments of their children (M2M). A work-item computes one node. `moments` has a row of MOMENT_ROW numbers for
// each node: MOMENTS coefficients, which expansion_source.cpp defines, and unused numbers.
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/expansions.h"
#include "kernels/fmm/rows.h"
#include "kernels/fmm/tree.h"

// P2M: computes the moments of the leaves first ... first + counts[level] - 1 from their bodies.
__kernel void moments_of_bodies(__global const float* restrict bodies, uint body_stride,
                                __global const uint* restrict counts, uint level, uint capacity, uint first,
                                __global const uint* restrict links, __global const float* restrict nodes, uint stride,
                                __global float* restrict moments) {
    if (get_global_id(0) >= min(counts[level], capacity)) return;
    const uint node = first + get_global_id(0);
    const float x = CENTER_X(node), y = CENTER_Y(node), z = CENTER_Z(node), unit = 1.0f / SCALE(node);
    real sum[MOMENTS];
#pragma unroll
    for (uint k = 0; k < MOMENTS; ++k) sum[k] = 0.0f;
    const uint end = BODY(node + 1);
    for (uint i = BODY(node); i < end; i += WIDTH) {
        const whole inside = LANE_NUMBERS < (whole)(end - i);
        add_moments(where(inside, load(0, &BODY_MASS(i)), 0.0f), where(inside, (load(0, &BODY_X(i)) - x) * unit, 0.0f),
                    where(inside, (load(0, &BODY_Y(i)) - y) * unit, 0.0f),
                    where(inside, (load(0, &BODY_Z(i)) - z) * unit, 0.0f), sum);
    }
#pragma unroll
    for (uint k = 0; k < MOMENTS; ++k) moments[node * MOMENT_ROW + k] = sum_of_lanes(sum[k]);
}

// M2M: computes the moments of the nodes of a higher level from the moments of their children.
__kernel void moments_of_children(__global const uint* restrict counts, uint level, uint capacity, uint first,
                                  __global const uint* restrict links, __global const float* restrict nodes,
                                  uint stride, __global float* restrict moments) {
    if (get_global_id(0) >= min(counts[level], capacity)) return;
    const uint node = first + get_global_id(0);
    const float unit = 1.0f / SCALE(node);
    float sum[MOMENT_ROW], from[MOMENT_ROW];
#pragma unroll
    for (uint k = 0; k < MOMENT_ROW; ++k) sum[k] = 0.0f;
    for (uint child = CHILD(node); child < CHILD(node + 1); ++child) {
        read_row(moments + child * MOMENT_ROW, MOMENT_ROW, from);
        move_moments(from, (CENTER_X(child) - CENTER_X(node)) * unit, (CENTER_Y(child) - CENTER_Y(node)) * unit,
                     (CENTER_Z(child) - CENTER_Z(node)) * unit, SCALE(child) * unit, sum);
    }
    write_row(sum, MOMENT_ROW, moments + node * MOMENT_ROW);
}
