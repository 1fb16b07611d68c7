// Potential map for CPUs: a work-item computes UNROLLX vectors of WIDTH neighboring points of a row. All these points
// share the cost of reading a body, of its y and z terms, and of broadcasting its values to vectors. Several vectors at
// a time hide the latency of 1/sqrt. A CPU's caches replace tiles in local memory.
#include "kernels/direct/vectors.h"
#include "kernels/potential/lattice.h"

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void potential(__global const float4* restrict bodies, const Lattice lattice, __global float* restrict out) {
    const uint column = get_global_id(0) * (UNROLLX * WIDTH), row = lattice.first_row + OWN_ROW;
    const float y = Y_OF(row), z = Z_OF(row);
    floatv x[UNROLLX], total[UNROLLX];
    for (uint k = 0; k < UNROLLX; ++k) {
        float xs[WIDTH];
        for (uint lane = 0; lane < WIDTH; ++lane) xs[lane] = X_OF(column + k * WIDTH + lane);
        x[k] = load(0, xs);
        total[k] = (floatv)(0.0f);
    }
    for (uint run = OWN_FIRST; run < OWN_END; run += RUN) {
        floatv sum[UNROLLX];
        for (uint k = 0; k < UNROLLX; ++k) sum[k] = (floatv)(0.0f);
        for (uint j = run; j < run + RUN; ++j) {
            const float4 body = bodies[j];
            const float dy = body.y - y;
            const float dz = body.z - z;
            const float yz = fma(dy, dy, fma(dz, dz, lattice.softening_squared));
#pragma unroll
            for (uint k = 0; k < UNROLLX; ++k) {
                const floatv dx = body.x - x[k];
                sum[k] = fma((floatv)(body.w), INVERSE_SQRT(fma(dx, dx, (floatv)(yz))), sum[k]);
            }
        }
        for (uint k = 0; k < UNROLLX; ++k) total[k] += sum[k];
    }
    for (uint k = 0; k < UNROLLX; ++k) store(total[k], 0, &OUT_OF(column + k * WIDTH));
}
