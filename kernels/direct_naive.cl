// Direct sum, one body per work-item, everything in global memory: the formula written down, as every tutorial
// begins. A body's own position is fetched again for every pair; `volatile` keeps compilers from doing on
// their own what the next form, direct_cached.cl, does by hand.
#include "direct.h"

#define RUN 256u

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void accelerate(volatile __global const float4* positions, uint first, uint end,
                __global const float4* sources, uint source_count, float softening_squared,
                __global float4* accelerations) {
    const uint i = first + get_global_id(0);
    if (i < end) {
        accelerations[i] = (float4)(0.0f);
        for (uint start = 0; start < source_count; start += RUN) {
            float4 sum = (float4)(0.0f);
            for (uint j = start; j < min(start + RUN, source_count); ++j)
                ADD_PULL_OF_ROW(sum, i, positions[i], j, sources[j], softening_squared)
            accelerations[i] += sum;
        }
    }
}
