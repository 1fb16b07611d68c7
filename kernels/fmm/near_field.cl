// Near field on GPUs (P2P): direct sum of a leaf's bodies over the bodies of all leaves that are not well separated
// from this leaf. A work-group computes one piece (a range of NEAR_PIECE pairs) of the leaf's list of these other
// leaves. The work-group copies sources into a tile in local memory, and several work-items share each body of the
// leaf.
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/pieces.h"
#include "kernels/fmm/tree.h"

#define TILE (4 * NEAR_GROUP)

// Sums over one piece of the leaf's list. For each body of the leaf, writes the acceleration (for G = 1) to x, y and z
// of `near`, and the sum of m/u to w, where m is a source's mass and u = sqrt(distance^2 + softening^2).
void accelerate_leaf(uint leaf, uint piece, __global const float* restrict bodies, uint body_stride,
               __global const uint* restrict links, uint stride, uint pair_capacity,
               __global const uint* restrict unresolved,
               float softening_squared, __global float4* restrict near, __local float4* tile, __local uint* begins,
               __local uint* sizes) {
    const uint item = get_local_id(0);
    const uint begin = BODY(leaf), count = min(BODY(leaf + 1) - begin, (uint)NEAR_GROUP);
    uint slots = 1;
    while (slots < count) slots *= 2;
    const uint slot = item % slots, part = item / slots, parts = NEAR_GROUP / slots;
    const uint body = begin + min(slot, count - 1);
    const float x = BODY_X(body), y = BODY_Y(body), z = BODY_Z(body);

    const uint pair = UNRESOLVED_AT(leaf) + piece * NEAR_PIECE, end = min(UNRESOLVED_AT(leaf + 1), pair_capacity);
    const uint leaves = end > pair ? min(end - pair, (uint)NEAR_PIECE) : 0;
    if (item < leaves) {
        const uint source = unresolved[pair + item];
        begins[item] = BODY(source);
        sizes[item] = min(BODY(source + 1) - BODY(source), (uint)NEAR_GROUP);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 sum = 0.0f;
    uint filled = 0;
    for (uint k = 0; k < leaves; ++k) {
        const uint i = begins[k] + item;
        if (item < sizes[k]) tile[filled + item] = (float4)(BODY_X(i), BODY_Y(i), BODY_Z(i), BODY_MASS(i));
        filled += sizes[k];
        if (filled > TILE - NEAR_GROUP || k + 1 == leaves) {
            barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 4
            for (uint j = part; j < filled; j += parts) {
                const float4 source = tile[j];
                const float dx = source.x - x, dy = source.y - y, dz = source.z - z;
                const float inverse = inverse_root(dx * dx + dy * dy + dz * dz + softening_squared);
                const float potential = source.w * inverse, pull = potential * (inverse * inverse);
                sum.x += pull * dx;
                sum.y += pull * dy;
                sum.z += pull * dz;
                sum.w += potential;
            }
            filled = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    tile[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < count) {
        for (uint other = 1; other < parts; ++other) sum += tile[other * slots + item];
        near[item] = sum;
    }
}

// Earlier launches have computed the first `skipped` work-groups. Each of the first `capacity` work-groups computes one
// leaf, and each later work-group computes one extra piece of a long list (tree.h). Results for the first piece of a
// list go to `near` (one float4 per body in Morton order), and results for extra pieces go to `more_near` (NEAR_GROUP
// float4 per piece).
__kernel __attribute__((reqd_work_group_size(NEAR_GROUP, 1, 1)))
void near_field(__global const float* restrict bodies, uint body_stride, __global const uint* restrict counts,
                uint level, uint capacity, uint first, uint skipped, uint more_capacity,
                __global const uint* restrict links,
                uint stride, uint pair_capacity, __global const uint* restrict unresolved, float softening_squared,
                __global float4* restrict near, __global float4* restrict more_near) {
    __local float4 tile[TILE];
    __local uint begins[NEAR_PIECE], sizes[NEAR_PIECE];
    const uint place = skipped + get_group_id(0);
    const bool is_first = place < capacity;
    const uint more = is_first ? 0 : place - capacity;
    const uint leaf = first + (is_first ? place : owner_of_piece(&MORE_NEAR(first), capacity, more));
    const bool exists = is_first ? place < counts[level] : more < min(MORE_NEAR(first + capacity), more_capacity);
    if (exists)
        accelerate_leaf(leaf, is_first ? 0 : 1 + more - MORE_NEAR(leaf), bodies, body_stride, links, stride,
                        pair_capacity, unresolved,
                  softening_squared, is_first ? near + BODY(leaf) : more_near + more * NEAR_GROUP, tile, begins, sizes);
}
