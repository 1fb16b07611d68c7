// Direct sum with one body per work-item and all data in global memory: the plain formula. The position of the body is
// read from global memory for every pair: `volatile` prevents the compiler from keeping the position in a register.
// (cached.cl keeps the position in a register.) Arguments: see direct.h.
#include "kernels/direct/direct.h"

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void accelerate(volatile __global const float4* positions, uint first, uint end,
                __global const float4* sources, uint source_first, uint source_end,
                float softening_squared, __global float4* accelerations) {
    const uint i = first + get_global_id(0);
    if (i < end) {
        if (source_first == 0) accelerations[i] = (float4)(0.0f);
        for (uint part_start = source_first; part_start < source_end; part_start += PART) {
            const uint part_end = min(part_start + PART, source_end);
            float4 part = (float4)(0.0f);
            for (uint start = part_start; start < part_end; start += RUN) {
                float4 sum = (float4)(0.0f);
                for (uint j = start; j < min(start + RUN, part_end); ++j)
                    ADD_ACCELERATION_OF_ROW(sum, i, positions[i], j, sources[j], softening_squared)
                part += sum;
            }
            accelerations[i] += part;
        }
    }
}
