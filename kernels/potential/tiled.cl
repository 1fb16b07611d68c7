// Potential map for GPUs: like unrolled.cl, but with bodies in local memory. The work-items of a group load a run of
// bodies together and wait at a barrier. Then each work-item sums over the run for UNROLLX points of its row. So one
// read of a body from global memory serves WORK_GROUP * UNROLLX points. The loop over bodies is unrolled UNROLL times.
#include "kernels/potential/lattice.h"

__kernel __attribute__((reqd_work_group_size(COLUMNS, WORK_GROUP / COLUMNS, 1)))
void potential(__global const float4* restrict bodies, const Lattice lattice, __global float* restrict out) {
    __local float4 tile[RUN];
    const uint lane = get_local_id(1) * COLUMNS + get_local_id(0);
    const uint column = get_group_id(0) * (COLUMNS * UNROLLX) + get_local_id(0), row = lattice.first_row + OWN_ROW;
    const float y = Y_OF(row), z = Z_OF(row);
    float x[UNROLLX], total[UNROLLX];
    for (uint k = 0; k < UNROLLX; ++k) {
        x[k] = X_OF(column + k * COLUMNS);
        total[k] = 0.0f;
    }
    for (uint run = OWN_FIRST; run < OWN_END; run += RUN) {
        float sum[UNROLLX];
        for (uint k = 0; k < UNROLLX; ++k) sum[k] = 0.0f;
        for (uint j = lane; j < RUN; j += WORK_GROUP) tile[j] = bodies[run + j];
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
        for (uint j = 0; j < RUN; ++j) {
            const float4 body = tile[j];
            const float dy = body.y - y;
            const float dz = body.z - z;
            const float yz = mad(dy, dy, mad(dz, dz, lattice.softening_squared));
#pragma unroll
            for (uint k = 0; k < UNROLLX; ++k) {
                const float dx = body.x - x[k];
                sum[k] = mad(body.w, INVERSE_SQRT(mad(dx, dx, yz)), sum[k]);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < UNROLLX; ++k) total[k] += sum[k];
    }
    for (uint k = 0; k < UNROLLX; ++k) OUT_OF(column + k * COLUMNS) = total[k];
}
