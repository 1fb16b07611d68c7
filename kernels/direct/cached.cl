// Direct sum with one body per work-item. The body's position and sum stay in private memory (registers). Every
// work-item reads all sources from global memory; only hardware caches reduce this traffic. Arguments: see direct.h.
#include "kernels/direct/direct.h"

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void accelerate(__global const float4* restrict positions, uint first, uint end,
                __global const float4* restrict sources, uint source_first, uint source_end,
                float softening_squared, __global float4* restrict accelerations) {
    const uint i = first + get_global_id(0);
    if (i < end) {
        const float4 body = positions[i];
        if (source_first == 0) accelerations[i] = (float4)(0.0f);
        for (uint part_start = source_first; part_start < source_end; part_start += PART) {
            const uint part_end = min(part_start + PART, source_end);
            float4 part = (float4)(0.0f);
            for (uint start = part_start; start < part_end; start += RUN) {
                float4 sum = (float4)(0.0f);
                for (uint j = start; j < min(start + RUN, part_end); ++j) {
                    const float4 source = sources[j];
                    ADD_ACCELERATION_OF_ROW(sum, i, body, j, source, softening_squared)
                }
                part += sum;
            }
            accelerations[i] += part;
        }
    }
}
