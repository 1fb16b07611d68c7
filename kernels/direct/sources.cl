// Gathers the bodies that pull in this step: every `stride`-th row from `phase` on (the approximation fraction
// 1/stride; all rows for stride 1). Packed, so that the sum over them reads memory in order, and padded with
// massless rows, so that it needs no special case at its end.
//
// weight is G, times the stride where the estimate is to be unbiased.

#include "kernels/direct/rows.h"

__kernel void gather_sources(__global const float4* restrict positions, uint bodies, uint stride, uint phase,
                             float weight, __global float4* restrict sources, uint padded_count) {
    const uint j = get_global_id(0);
    if (j < padded_count) {
        const uint row = j * stride + phase;
        float4 source = positions[min(row, bodies - 1)];
        source.w = row < bodies ? source.w * weight : 0.0f;
        sources[j] = source;
    }
}

// All bodies as columns, x, y, z and mass, each padded_count long, for kernels that read vectors of them.
// Behind the last body stand far away ones (rows.h).
__kernel void gather_columns(__global const float4* restrict positions, uint bodies,
                             __global float* restrict columns, uint padded_count) {
    const uint i = get_global_id(0);
    if (i < padded_count) {
        const float4 body = row_or_far_away(positions, i, bodies);
        columns[i] = body.x;
        columns[padded_count + i] = body.y;
        columns[2 * padded_count + i] = body.z;
        columns[3 * padded_count + i] = body.w;
    }
}
