// Symmetric direct sum for NVIDIA GPUs. Each warp processes 32 bodies of block J, with one sum per lane. After every
// step, the sums move to the preceding lane, so that every lane adds to every sum in the course of 32 steps. (The
// instruction shfl moves a value between lanes; OpenCL C 1.2 offers it only as inline PTX.) Each warp also keeps all of
// block I in registers: each lane holds every 32nd body. So the loop only reads local memory, and warps wait for each
// other only when the sums for I are added up at the end.
//
// Each warp tests for equal masses only in block I and its own 32 bodies of J, so few warps find unequal masses and
// need the slower loop. Arguments: see symmetric.cl.
#include "kernels/direct/symmetric.h"
#include "kernels/direct/warp.h"

#define WARPS (WORK_GROUP / WARP)

// Returns the `value` of the warp's lane number `lane`.
float from_lane(float value, uint lane) {
    float result;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 31, 0xffffffff;" : "=f"(result) : "f"(value), "r"(lane));
    return result;
}

// Returns whether `value` is true in at least one lane of the warp.
bool any_lane(bool value) {
    int result;
    __asm__ volatile("{\n\t"
                     ".reg .pred one, any;\n\t"
                     "setp.ne.s32 one, %1, 0;\n\t"
                     "vote.sync.any.pred any, one, 0xffffffff;\n\t"
                     "selp.s32 %0, 1, 0, any;\n\t"
                     "}" : "=r"(result) : "r"((int)value));
    return result != 0;
}

// Waits until the warp's writes to local memory are visible to all its lanes.
void wait_for_lanes(void) {
    __asm__ volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

#define ALL_PAIRS(EQUAL_MASSES)                                                               \
    _Pragma("unroll UNROLL")                                                                  \
    for (uint step = 0; step < WARP; ++step) {                                                \
        const float4 other = others[warp][lane + step];                                       \
        _Pragma("unroll")                                                                     \
        for (uint r = 0; r < WARPS; ++r)                                                      \
            PAIR(EQUAL_MASSES, body[r], mine[r], other, theirs)                               \
        theirs.x = from_lane(theirs.x, next_lane);                                            \
        theirs.y = from_lane(theirs.y, next_lane);                                            \
        theirs.z = from_lane(theirs.z, next_lane);                                            \
    }

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void accelerate_pairs(__global const float4* restrict positions, uint bodies, uint blocks, uint first_distance,
                uint chunk_first, uint chunk_size, float softening_squared, __global float4* restrict partials) {
    // Bodies are stored twice, so that reading them in rotation needs no modulo operation.
    __local float4 others[WARPS][2 * WARP];
    __local float sums[3][WARPS][BLOCK];
    const uint item = get_local_id(0);
    const uint warp = item / WARP, lane = item % WARP;
    const uint next_lane = (lane + 1) % WARP;
    const uint block = get_group_id(0);
    const uint distance = first_distance + get_group_id(1);
    const uint other_block = block + distance < blocks ? block + distance : block + distance - blocks;
    if (!has_pairs(blocks, block, distance)) return;  // true or false for the whole work-group

    const float4 own = row_or_far_away(positions, other_block * BLOCK + item, bodies);
    float4 body[WARPS], mine[WARPS], theirs = (float4)(0.0f);
#pragma unroll
    for (uint r = 0; r < WARPS; ++r) {
        body[r] = row_or_far_away(positions, block * BLOCK + r * WARP + lane, bodies);
        mine[r] = (float4)(0.0f);
    }
    others[warp][lane] = others[warp][lane + WARP] = own;
    wait_for_lanes();
    const float mass = from_lane(body[0].w, 0), other_mass = from_lane(own.w, 0);
    bool mixed = own.w != other_mass;
#pragma unroll
    for (uint r = 0; r < WARPS; ++r) mixed = mixed || body[r].w != mass;
    const bool equal_masses = !any_lane(mixed);

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
    if (distance > 0) partials[other_slot * rows + other_block * BLOCK + item] = theirs * other_scale;
#pragma unroll
    for (uint r = 0; r < WARPS; ++r) {
        sums[0][warp][r * WARP + lane] = mine[r].x * scale;
        sums[1][warp][r * WARP + lane] = mine[r].y * scale;
        sums[2][warp][r * WARP + lane] = mine[r].z * scale;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    float4 sum = (float4)(0.0f);
#pragma unroll
    for (uint w = 0; w < WARPS; ++w)
        sum += (float4)(sums[0][w][item], sums[1][w][item], sums[2][w][item], 0.0f);
    partials[slot * rows + block * BLOCK + item] = sum;
}
