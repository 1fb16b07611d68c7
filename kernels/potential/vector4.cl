// Potential map for CPUs, from the course by Hwu and Stone (scalar.cl): a vector contains four neighboring points of a
// row. The vector type is explicit, because some CPU drivers do not combine work-items into vectors. SSE registers have
// four lanes.
#include "kernels/potential/lattice.h"

__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void potential(__global const float4* restrict bodies, const Lattice lattice, __global float* restrict out) {
    const uint column = get_global_id(0) * 4, row = lattice.first_row + OWN_ROW;
    const float4 x = ((float4)((float)column) + (float4)(0.0f, 1.0f, 2.0f, 3.0f) + lattice.corner.x) * lattice.step.x;
    const float y = Y_OF(row), z = Z_OF(row);
    float4 total = (float4)(0.0f);
    for (uint run = OWN_FIRST; run < OWN_END; run += RUN) {
        float4 sum = (float4)(0.0f);
        for (uint j = run; j < run + RUN; ++j) {
            const float4 dx = bodies[j].x - x;
            const float dy = bodies[j].y - y;
            const float dz = bodies[j].z - z;
            const float yz = dy * dy + dz * dz + lattice.softening_squared;
            sum += bodies[j].w * INVERSE_SQRT(dx * dx + yz);
        }
        total += sum;
    }
    vstore4(total, 0, &OUT_OF(column));
}
