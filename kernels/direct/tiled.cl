// Direct sum with one body per work-item and tiles of sources in local memory. The work-items of a group load
// a tile together and wait at a barrier, and then every work-item sums over the tile (Nyland, Harris and
// Prins 2007, GPU Gems 3, chapter 31). Most tutorials use this kernel, and benches compare all other kernels
// with it. Arguments: see direct.h.
//
// If UNROLL is defined, the inner loop is unrolled UNROLL times (section 31.4.2 of that chapter), which saves
// loop instructions and lets the device overlap more work. Coordinates are then computed separately, because
// a float4 operation would compute a useless fourth component.
#include "kernels/direct/direct.h"
#include "kernels/direct/tiles.h"

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void accelerate(__global const float4* restrict positions, uint first, uint end,
                __global const float4* restrict sources, uint source_first, uint source_end,
                float softening_squared, __global float4* restrict accelerations) {
    __local float4 tile[TILE];
    const uint lane = get_local_id(0);
    const uint i = first + get_global_id(0);
    const float4 body = positions[min(i, end - 1)];

    if (i < end && source_first == 0) accelerations[i] = (float4)(0.0f);
    for (uint part_start = source_first; part_start < source_end; part_start += TILES_OF_PART) {
        const uint part_end = min(part_start + TILES_OF_PART, source_end);
        float4 part = (float4)(0.0f);
        for (uint start = part_start; start < part_end; start += TILE) {
            tile[lane] = sources[start + lane];
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint run = 0; run < TILE; run += RUN) {
                float4 sum = (float4)(0.0f);
#ifdef UNROLL
#pragma unroll UNROLL
                for (uint j = run; j < RUN_END(run); ++j) {
                    const float4 source = tile[j];
                    ADD_ACCELERATION(sum, i, body, start + j, source, softening_squared)
                }
#else
                for (uint j = run; j < RUN_END(run); ++j) {
                    const float4 source = tile[j];
                    ADD_ACCELERATION_OF_ROW(sum, i, body, start + j, source, softening_squared)
                }
#endif
                part += sum;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (i < end) accelerations[i] += part;
    }
}
