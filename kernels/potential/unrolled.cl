// Potential map with UNROLLX points of a row per work-item, the second kernel of the course by Hwu and Stone
// (scalar.cl). A work-item reads a body and computes the terms that depend only on y and z once for all its points. For
// each point, 7 operations remain: a subtraction, which counts as one operation, and two multiply-adds and a reciprocal
// square root, which count as two operations each. The work-item's points share the other 6 operations.
//
// The points of a work-item are COLUMNS apart. So in each store, the work-items of a row write to neighboring
// addresses, and the stores coalesce.
#include "kernels/potential/lattice.h"

__kernel __attribute__((reqd_work_group_size(COLUMNS, WORK_GROUP / COLUMNS, 1)))
void potential(__global const float4* restrict bodies, const Lattice lattice, __global float* restrict out) {
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
        for (uint j = run; j < run + RUN; ++j) {
            const float4 body = bodies[j];
            const float dy = body.y - y;
            const float dz = body.z - z;
            const float yz = mad(dy, dy, mad(dz, dz, lattice.softening_squared));
#pragma unroll
            for (uint k = 0; k < UNROLLX; ++k) {
                const float dx = body.x - x[k];
                sum[k] = mad(body.w, INVERSE_SQRT(mad(dx, dx, yz)), sum[k]);
            }
        }
        for (uint k = 0; k < UNROLLX; ++k) total[k] += sum[k];
    }
    for (uint k = 0; k < UNROLLX; ++k) OUT_OF(column + k * COLUMNS) = total[k];
}
