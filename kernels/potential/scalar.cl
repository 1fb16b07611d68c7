// Potential map with one point per work-item: the plain formula. This is the first kernel of the course on direct
// Coulomb summation by W. Hwu and J. Stone (with masses instead of charges; see docs/potential.md). Every work-item
// loops over all bodies and adds their potentials at its point. Neighboring work-items have neighboring points, so
// their stores coalesce. All work-items read one body at about the same time, so caches help.
//
// This kernel computes y^2 + z^2 + softening^2 separately for every point of a row. It needs 13 operations
// per point and body, counted as in the course: 3 subtractions, and 4 multiply-adds and a reciprocal square
// root, which count as two operations each.
#include "kernels/potential/lattice.h"

__kernel __attribute__((reqd_work_group_size(COLUMNS, WORK_GROUP / COLUMNS, 1)))
void potential(__global const float4* restrict bodies, const Lattice lattice, __global float* restrict out) {
    const uint column = get_global_id(0), row = lattice.first_row + OWN_ROW;
    const float x = X_OF(column), y = Y_OF(row), z = Z_OF(row);
    float total = 0.0f;
    for (uint run = OWN_FIRST; run < OWN_END; run += RUN) {
        float sum = 0.0f;
        for (uint j = run; j < run + RUN; ++j) {
            const float dx = bodies[j].x - x;
            const float dy = bodies[j].y - y;
            const float dz = bodies[j].z - z;
            sum += bodies[j].w * INVERSE_SQRT(dx * dx + dy * dy + dz * dz + lattice.softening_squared);
        }
        total += sum;
    }
    OUT_OF(column) = total;
}
