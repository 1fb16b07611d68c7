// Direct sum, PER_ITEM bodies per work-item: a source read from local memory once serves several pairs, whose
// arithmetic overlaps.
//
// The index space has a second dimension, which splits the sources: work-group row s sums over the s-th run of
// tiles and leaves partial sums in out[s], which partials.cl adds. Without it a few thousand bodies, several
// to an item, leave most of a big device idle. (Both after Nyland, Harris and Prins 2007, GPU Gems 3, 31.4.3.)
//
// A tile is as long as the work-group; source_count is a multiple of it. With one part `out` is where the
// accelerations of all bodies go; with several it has end - first rows for each.
#include "direct.h"

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void accelerate(__global const float4* restrict positions, uint first, uint end,
                __global const float4* restrict sources, uint source_count, float softening_squared,
                __global float4* restrict out) {
    __local float4 tile[WORK_GROUP];
    const uint lane = get_local_id(0);
    const uint i = first + get_group_id(0) * (WORK_GROUP * PER_ITEM) + lane;  // and every WORK_GROUP-th on
    const uint tiles = (source_count / WORK_GROUP + get_num_groups(1) - 1) / get_num_groups(1);
    const uint sources_begin = min((uint)get_group_id(1) * tiles * WORK_GROUP, source_count);
    const uint sources_end = min(sources_begin + tiles * WORK_GROUP, source_count);

    float4 body[PER_ITEM], total[PER_ITEM];
    for (uint r = 0; r < PER_ITEM; ++r) {
        body[r] = positions[min(i + r * WORK_GROUP, end - 1)];
        total[r] = (float4)(0.0f);
    }
    for (uint start = sources_begin; start < sources_end; start += WORK_GROUP) {
        tile[lane] = sources[start + lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        float4 sum[PER_ITEM];
        for (uint r = 0; r < PER_ITEM; ++r) sum[r] = (float4)(0.0f);
#pragma unroll UNROLL
        for (uint j = 0; j < WORK_GROUP; ++j) {
            const float4 source = tile[j];
#pragma unroll
            for (uint r = 0; r < PER_ITEM; ++r)
                ADD_PULL(sum[r], i + r * WORK_GROUP, body[r], start + j, source, softening_squared)
        }
        for (uint r = 0; r < PER_ITEM; ++r) total[r] += sum[r];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const size_t row = get_num_groups(1) > 1 ? (size_t)get_group_id(1) * (end - first) - first : 0;
    for (uint r = 0; r < PER_ITEM; ++r)
        if (i + r * WORK_GROUP < end) out[row + i + r * WORK_GROUP] = total[r];
}
