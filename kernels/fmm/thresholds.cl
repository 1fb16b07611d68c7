// Computes the error threshold of each node: the largest error that one source node may cause in the accelerations of
// the node's bodies. The threshold is the tolerance times the estimated acceleration at the node's center. The estimate
// treats the few hundred nodes of the top level as softened point masses. The estimate depends only on positions, so
// equal positions always give equal forces.
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/tree.h"

// Computes the thresholds of all leaves, one leaf per work-item. Sources are the nodes of the top level. Each source is
// softened by its radius, because the source may contain the leaf. With the acceleration a_s by source s, the threshold
// is tolerance * max(|sum a_s|, 0.01 sum |a_s|). The second term matters where the a_s cancel, because their errors do
// not cancel there.
__kernel void thresholds_of_leaves(__global const uint* restrict counts, uint level, uint capacity, uint first,
                                   uint top_level, uint top_capacity, uint top_first, float softening_squared,
                                   float tolerance, __global float* restrict nodes, uint stride) {
    if (get_global_id(0) >= min(counts[level], capacity)) return;
    const uint leaf = first + get_global_id(0);
    const uint sources = min(counts[top_level], top_capacity);
    const float x = CENTER_X(leaf), y = CENTER_Y(leaf), z = CENTER_Z(leaf);
    real ax = 0.0f, ay = 0.0f, az = 0.0f, all = 0.0f;
    for (uint k = 0; k < sources; k += WIDTH) {
        const uint source = top_first + k;
        const whole inside = LANE_NUMBERS < (whole)(sources - k);
        const real dx = where(inside, load(0, &CENTER_X(source)) - x, 0.0f);
        const real dy = where(inside, load(0, &CENTER_Y(source)) - y, 0.0f);
        const real dz = where(inside, load(0, &CENTER_Z(source)) - z, 0.0f);
        const real radius = where(inside, load(0, &RADIUS(source)), 0.0f);
        const real mass = where(inside, load(0, &MASS(source)), 0.0f);
        const real square = dx * dx + dy * dy + dz * dz;
        const real inverse = inverse_root(square + radius * radius + softening_squared);
        const real pull = mass * inverse * inverse * inverse;
        ax += pull * dx;
        ay += pull * dy;
        az += pull * dz;
        all += pull * square * inverse;
    }
    const float3 expected = (float3)(sum_of_lanes(ax), sum_of_lanes(ay), sum_of_lanes(az));
    THRESHOLD(leaf) = tolerance * fmax(length(expected), 0.01f * sum_of_lanes(all));
}

// Computes the thresholds of the nodes of a level above the leaves, one node per work-item: the minimum of the
// thresholds of the node's children.
__kernel void thresholds_of_nodes(__global const uint* restrict counts, uint level, uint capacity, uint first,
                                  __global const uint* restrict links, __global float* restrict nodes, uint stride) {
    if (get_global_id(0) >= min(counts[level], capacity)) return;
    const uint node = first + get_global_id(0);
    float least = MAXFLOAT;
    for (uint child = CHILD(node); child < CHILD(node + 1); ++child) least = fmin(least, THRESHOLD(child));
    THRESHOLD(node) = least;
}
