// Direct sum with PER_ITEM bodies per work-item. Each source that is read from local memory is used for PER_ITEM pairs,
// and the device can execute the arithmetic of these pairs in parallel.
//
// The second dimension of the index space divides the sources. Work-groups with index s in this dimension sum
// over the s-th range of tiles and write partial sums to out[s], which partials.cl adds up. Without this
// split, a few thousand bodies would leave most of a large device idle. (Nyland, Harris and Prins 2007, GPU
// Gems 3, 31.4.3, describe both techniques.)
//
// Arguments: see direct.h. Without a split, `out` holds the accelerations of all bodies; with a split, it
// holds end - first rows per range of tiles.
#include "kernels/direct/direct.h"
#include "kernels/direct/tiles.h"

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void accelerate(__global const float4* restrict positions, uint first, uint end,
                __global const float4* restrict sources, uint source_first, uint source_end,
                float softening_squared, __global float4* restrict out) {
    __local float4 tile[TILE];
    const uint lane = get_local_id(0);
    // Row of the first body of this work-item. The other PER_ITEM - 1 bodies have the rows i + WORK_GROUP, i + 2
    // WORK_GROUP, and so on.
    const uint i = first + get_group_id(0) * (WORK_GROUP * PER_ITEM) + lane;
    const uint tiles = ((source_end - source_first) / TILE + get_num_groups(1) - 1) / get_num_groups(1);
    const uint own_first = min(source_first + (uint)get_group_id(1) * tiles * TILE, source_end);
    const uint own_end = min(own_first + tiles * TILE, source_end);
    __global float4* restrict rows = out;
    if (get_num_groups(1) > 1) rows += (size_t)get_group_id(1) * (end - first) - first;

    float4 body[PER_ITEM];
    for (uint r = 0; r < PER_ITEM; ++r) {
        body[r] = positions[min(i + r * WORK_GROUP, end - 1)];
        if (i + r * WORK_GROUP < end && source_first == 0) rows[i + r * WORK_GROUP] = (float4)(0.0f);
    }
    for (uint part_start = own_first; part_start < own_end; part_start += TILES_OF_PART) {
        const uint part_end = min(part_start + TILES_OF_PART, own_end);
        float4 part[PER_ITEM];
        for (uint r = 0; r < PER_ITEM; ++r) part[r] = (float4)(0.0f);
        for (uint start = part_start; start < part_end; start += TILE) {
            tile[lane] = sources[start + lane];
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint run = 0; run < TILE; run += RUN) {
                float4 sum[PER_ITEM];
                for (uint r = 0; r < PER_ITEM; ++r) sum[r] = (float4)(0.0f);
#pragma unroll UNROLL
                for (uint j = run; j < RUN_END(run); ++j) {
                    const float4 source = tile[j];
#pragma unroll
                    for (uint r = 0; r < PER_ITEM; ++r)
                        ADD_ACCELERATION(sum[r], i + r * WORK_GROUP, body[r], start + j, source, softening_squared)
                }
                for (uint r = 0; r < PER_ITEM; ++r) part[r] += sum[r];
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        for (uint r = 0; r < PER_ITEM; ++r)
            if (i + r * WORK_GROUP < end) rows[i + r * WORK_GROUP] += part[r];
    }
}
