// Gathers the bodies that act as sources in this step: every `stride`-th row from `phase` on (a fraction
// 1/stride of the bodies; stride 1 selects all rows). The result is contiguous, for fast reading. It is
// padded to `padded_count` rows with massless bodies, so that kernels need no special case at the end.
//
// `weight` multiplies the masses: G, or G times `stride` for an unbiased estimate of the force by all bodies.

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

// Converts all bodies to columns of x, y, z and mass, each `padded_count` long, for kernels that read
// vectors. Rows beyond the last body are far away (rows.h).
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
