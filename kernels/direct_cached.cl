// Direct sum, one body per work-item, its position and its sum in private memory (registers); sources still
// come from global memory one by one, and only caches spare the same row being fetched by every work-item.
#include "direct.h"

#define RUN 256u

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void accelerate(__global const float4* restrict positions, uint first, uint end,
                __global const float4* restrict sources, uint source_count, float softening_squared,
                __global float4* restrict accelerations) {
    const uint i = first + get_global_id(0);
    if (i < end) {
        const float4 body = positions[i];
        float4 total = (float4)(0.0f);
        for (uint start = 0; start < source_count; start += RUN) {
            float4 sum = (float4)(0.0f);
            for (uint j = start; j < min(start + RUN, source_count); ++j) {
                const float4 source = sources[j];
                ADD_PULL_OF_ROW(sum, i, body, j, source, softening_squared)
            }
            total += sum;
        }
        accelerations[i] = total;
    }
}
