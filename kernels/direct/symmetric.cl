// Symmetric direct sum for all GPUs. A work-item keeps PER_ITEM bodies of block I and their sums in registers. Local
// memory holds the bodies of block J and their sums. In step s, work-item l computes the pairs with the bodies (l + s)
// mod WORK_GROUP of J, so no two work-items add to one sum at a time. A barrier ends each step. WORK_GROUP must be a
// power of two.
//
// In accelerate_pairs(), a work-group computes one pair of blocks (ring.h), for the distances from `first_distance` on,
// and writes float4 partial sums to `partials`. `positions` holds x, y, z and mass of each body.
#include "kernels/direct/symmetric.h"

#define ALL_PAIRS(EQUAL_MASSES)                                                               \
    for (uint step = 0; step < WORK_GROUP; ++step) {                                          \
        const uint turned = (lane + step) & (WORK_GROUP - 1);                                 \
        _Pragma("unroll UNROLL")                                                              \
        for (uint c = 0; c < PER_ITEM; ++c) {                                                 \
            const float4 other = others[c * WORK_GROUP + turned];                             \
            float4 theirs = sums[c * WORK_GROUP + turned];                                    \
            _Pragma("unroll")                                                                 \
            for (uint r = 0; r < PER_ITEM; ++r)                                               \
                PAIR(EQUAL_MASSES, body[r], mine[r], other, theirs)                           \
            sums[c * WORK_GROUP + turned] = theirs;                                           \
        }                                                                                     \
        barrier(CLK_LOCAL_MEM_FENCE);                                                         \
    }

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void accelerate_pairs(__global const float4* restrict positions, uint bodies, uint blocks, uint first_distance,
                uint chunk_first, uint chunk_size, float softening_squared, __global float4* restrict partials) {
    __local float4 others[BLOCK];
    __local float4 sums[BLOCK];
    __local int mixed_masses;
    const uint lane = get_local_id(0);
    const uint block = get_group_id(0);
    const uint distance = first_distance + get_group_id(1);
    const uint other_block = block + distance < blocks ? block + distance : block + distance - blocks;

    // The condition is equal for all work-items of a work-group. (A return statement would be simpler, but PoCL 3.1
    // computes wrong results if a work-item returns before a barrier.)
    if (has_pairs(blocks, block, distance)) {
        if (lane == 0) mixed_masses = 0;
        barrier(CLK_LOCAL_MEM_FENCE);

        const float mass = row_or_far_away(positions, block * BLOCK, bodies).w;
        const float other_mass = row_or_far_away(positions, other_block * BLOCK, bodies).w;
        float4 body[PER_ITEM], mine[PER_ITEM];
        bool mixed = false;
        for (uint r = 0; r < PER_ITEM; ++r) {
            const uint at = r * WORK_GROUP + lane;
            body[r] = row_or_far_away(positions, block * BLOCK + at, bodies);
            mine[r] = (float4)(0.0f);
            others[at] = row_or_far_away(positions, other_block * BLOCK + at, bodies);
            sums[at] = (float4)(0.0f);
            mixed = mixed || body[r].w != mass || others[at].w != other_mass;
        }
        if (mixed) atomic_or(&mixed_masses, 1);
        barrier(CLK_LOCAL_MEM_FENCE);

        const bool equal_masses = mixed_masses == 0;
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
        for (uint r = 0; r < PER_ITEM; ++r) {
            const uint at = r * WORK_GROUP + lane;
            partials[slot * rows + block * BLOCK + at] = mine[r] * scale;
            if (distance > 0) partials[other_slot * rows + other_block * BLOCK + at] = sums[at] * other_scale;
        }
    }
}
