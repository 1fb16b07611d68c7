// Symmetric direct sum for NVIDIA: as in symmetric.cl, but the sums of block J live in registers too. A
// warp takes 32 bodies of J, one sum to a lane, and after every step hands the sums one lane down (shfl, which
// OpenCL C 1.2 has only as inline PTX), so that each lane meets all 32: local memory is only read, and a
// barrier stands after 32 steps instead of one. Then the work-group's warps move on by 32 bodies.
//
// The bodies of a warp's tile stand twice in local memory, so that reading them in turn needs no modulus.
#include "kernels/direct/symmetric.h"
#include "kernels/direct/warp.h"

#define TILES (BLOCK / WARP)

float from_lane(float value, uint lane) {
    float result;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(result) : "f"(value), "r"(lane));
    return result;
}

#define ALL_PAIRS(EQUAL_MASSES)                                                               \
    for (uint turn = 0; turn < TILES; ++turn) {                                               \
        float4 theirs = sums[tile * WARP + in_warp];                                          \
        __local const float4* other_bodies = others + tile * (2 * WARP) + in_warp;            \
        _Pragma("unroll UNROLL")                                                              \
        for (uint step = 0; step < WARP; ++step) {                                            \
            const float4 other = other_bodies[step];                                          \
            _Pragma("unroll")                                                                 \
            for (uint r = 0; r < PER_ITEM; ++r)                                               \
                PAIR(EQUAL_MASSES, body[r], mine[r], other, theirs)                           \
            theirs.x = from_lane(theirs.x, next_lane);                                        \
            theirs.y = from_lane(theirs.y, next_lane);                                        \
            theirs.z = from_lane(theirs.z, next_lane);                                        \
        }                                                                                     \
        sums[tile * WARP + in_warp] = theirs;                                                 \
        tile = tile + 1 == TILES ? 0 : tile + 1;                                              \
        barrier(CLK_LOCAL_MEM_FENCE);                                                         \
    }

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void pull_pairs(__global const float4* restrict positions, uint bodies, uint blocks, uint first_distance,
                uint chunk_first, uint chunk_size, float softening_squared, __global float4* restrict partials) {
    __local float4 others[2 * BLOCK];
    __local float4 sums[BLOCK];
    __local int mixed_masses;
    const uint lane = get_local_id(0);
    const uint in_warp = lane % WARP;
    const uint next_lane = (in_warp + 1) % WARP;
    const uint block = get_group_id(0);
    const uint distance = first_distance + get_group_id(1);
    const uint other_block = block + distance < blocks ? block + distance : block + distance - blocks;
    if (!has_pairs(blocks, block, distance)) return;  // the whole work-group
    if (lane == 0) mixed_masses = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    const float mass = row_or_far_away(positions, block * BLOCK, bodies).w;
    const float other_mass = row_or_far_away(positions, other_block * BLOCK, bodies).w;
    float4 body[PER_ITEM], mine[PER_ITEM];
    bool mixed = false;
#pragma unroll
    for (uint r = 0; r < PER_ITEM; ++r) {
        const uint at = r * WORK_GROUP + lane;
        body[r] = row_or_far_away(positions, block * BLOCK + at, bodies);
        mine[r] = (float4)(0.0f);
        const float4 other = row_or_far_away(positions, other_block * BLOCK + at, bodies);
        const uint twice = at / WARP * (2 * WARP) + in_warp;
        others[twice] = others[twice + WARP] = other;
        sums[at] = (float4)(0.0f);
        mixed = mixed || body[r].w != mass || other.w != other_mass;
    }
    if (mixed) atomic_or(&mixed_masses, 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    const bool equal_masses = mixed_masses == 0;

    uint tile = lane / WARP;
    if (equal_masses) {
        ALL_PAIRS(true)
    } else {
        ALL_PAIRS(false)
    }

    const float scale = equal_masses ? other_mass : 1.0f;
    const float other_scale = equal_masses ? -mass : -1.0f;
    const size_t rows = (size_t)blocks * BLOCK;
    const size_t slot = distance - chunk_first;
    const size_t other_slot = slot_of_other(distance, blocks, chunk_first, chunk_size);
#pragma unroll
    for (uint r = 0; r < PER_ITEM; ++r) {
        const uint at = r * WORK_GROUP + lane;
        partials[slot * rows + block * BLOCK + at] = mine[r] * scale;
        if (distance > 0) partials[other_slot * rows + other_block * BLOCK + at] = sums[at] * other_scale;
    }
}
