// The dual-tree walk, level by level from the root. A pair of nodes (sink and source) is either well separated or
// unresolved. M2L handles well-separated pairs. For unresolved pairs, the walk tests the pairs of their children; at
// leaf level, the bodies interact directly (P2P).
//
// For each unresolved pair of the level above, bit 8 s + c of `matrix` is set if child s of the sink and child c of the
// source are unresolved. All other pairs of children are well separated. So well-separated pairs need no list, and
// every pair of bodies is counted exactly once.
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/expansions.h"
#include "kernels/fmm/tree.h"

// Types for values of the sources that are tested together: eight sources on CPUs, one source on GPUs.
#if WIDTH > 1
#define TOGETHER 8
typedef float8 sources;
typedef int8 flags;
#define load_sources(column) vload8(0, &(column))
#define EITHER(a, b) ((a) | (b))
#define where_sources(condition, numbers) select((sources)(0.0f), (numbers), (condition))
#else
#define TOGETHER 1
typedef float sources;
typedef int flags;
#define load_sources(column) (column)
#define EITHER(a, b) ((a) || (b))
#define where_sources(condition, numbers) ((condition) ? (numbers) : 0.0f)
#endif

#define ROUNDING 6e-8f  // relative rounding error of a float, 2^-24

// Returns base^exponent.
sources power(sources base, uint exponent) {
    sources result = 1.0f;
    for (uint i = 0; i < exponent; ++i) result *= base;
    return result;
}

// Properties of TOGETHER nodes, read once for all sinks (tree.h).
typedef struct {
    sources x, y, z, radius, effective_radius, mass, threshold;
    sources rounding_error;  // error of the center of mass in single precision
} Sources;

// Reads the nodes from `node` on.
Sources read_sources(__global const float* restrict nodes, uint stride, uint node) {
    Sources read;
    read.x = load_sources(CENTER_X(node));
    read.y = load_sources(CENTER_Y(node));
    read.z = load_sources(CENTER_Z(node));
    read.radius = load_sources(RADIUS(node));
    read.effective_radius = load_sources(EFFECTIVE_RADIUS(node));
    read.mass = load_sources(MASS(node));
    read.threshold = load_sources(THRESHOLD(node));
    read.rounding_error = fmin(read.radius, ROUNDING * (fabs(read.x) + fabs(read.y) + fabs(read.z)));
    return read;
}

// Returns a bit mask of the sources that are not well separated from the sink. The test is symmetric, so that momentum
// is conserved. The test estimates the error of the acceleration of B by A (Dehnen 2014, Comput. Astrophys. Cosmol. 1,
// 1, eq. 15 and 16, with separate orders P of the locals and Q of the moments):
//   M_A/u^2 ((Q + 2) (r_A/u)^(Q+1) + (P + 1) (R_B/u)^P + 2 e_A/u),  u^2 = distance^2 + softening^2.
// Here r_A is the effective radius, R_B the radius, and e_A the rounding error of the center of mass in single
// precision, which matters because first moments are omitted. This error must not exceed B's threshold, and the error
// of the acceleration of A by B must not exceed A's threshold. Comparisons use ">", so that bodies with equal positions
// count as well separated. The series of the softened potential converges for R_A + R_B < u, so cells need not be split
// if they are smaller than the softening length.
uint unresolved_sources(__global const float* restrict nodes, uint stride, uint sink, const Sources* source,
                        float softening_squared) {
    const sources dx = source->x - CENTER_X(sink), dy = source->y - CENTER_Y(sink), dz = source->z - CENTER_Z(sink);
    const sources u2 = dx * dx + dy * dy + dz * dz + softening_squared;
    const sources inverse = where_sources(u2 > 0.0f, INVERSE_SQRT(u2));
    const sources sum = source->radius + RADIUS(sink);
    const sources limit = 2.0f;  // upper limit of radius/u, so that powers are finite
    const float sink_rounding_error =
        fmin(RADIUS(sink), ROUNDING * (fabs(CENTER_X(sink)) + fabs(CENTER_Y(sink)) + fabs(CENTER_Z(sink))));
    const sources source_moment_error =
        (MOMENTS_ORDER + 2.0f) * power(fmin(source->effective_radius * inverse, limit),
                                       MOMENTS_ORDER + 1) + 2.0f * source->rounding_error * inverse;
    const sources source_local_error =
        (LOCALS_ORDER + 1.0f) * power(fmin(source->radius * inverse, limit), LOCALS_ORDER);
    const sources sink_moment_error =
        (MOMENTS_ORDER + 2.0f) * power(fmin(EFFECTIVE_RADIUS(sink) * inverse, limit),
                                       MOMENTS_ORDER + 1) + 2.0f * sink_rounding_error * inverse;
    const sources sink_local_error = (LOCALS_ORDER + 1.0f) * power(fmin(RADIUS(sink) * inverse, limit), LOCALS_ORDER);
    const sources unit = inverse * inverse;
    const flags overlap = sum * sum > u2;
    const flags error_at_sink = source->mass * unit * (source_moment_error + sink_local_error) > THRESHOLD(sink);
    const flags error_at_source = MASS(sink) * unit * (sink_moment_error + source_local_error) > source->threshold;
    const flags unresolved = EITHER(overlap, EITHER(error_at_sink, error_at_source));
#if WIDTH > 1
    const int8 bits8 = unresolved & (int8)(1, 2, 4, 8, 16, 32, 64, 128);
    const int4 bits4 = bits8.lo | bits8.hi;
    return (uint)(bits4.x | bits4.y | bits4.z | bits4.w);
#else
    return unresolved ? 1 : 0;
#endif
}

// Lists all pairs of root nodes as unresolved: writes UNRESOLVED_AT, `sinks_of` and `unresolved` for the root level.
__kernel void pair_roots(__global uint* restrict counts, uint slot, uint level, uint above, uint above_capacity,
                         uint capacity,
                         __global uint* restrict links, uint stride, __global uint* restrict sinks_of,
                         __global uint* restrict unresolved) {
    const uint roots = min(counts[level], above_capacity);
    const uint pairs = roots * roots;
    const uint i = get_global_id(0);
    if (i == 0) counts[slot] = pairs;
    if (i <= roots) UNRESOLVED_AT(above + i) = i * roots;
    if (i < min(pairs, capacity)) {
        sinks_of[i] = above + i / roots;
        unresolved[i] = above + i % roots;
    }
}

// Each work-item tests the pairs of children of one unresolved pair, and writes the result to matrix[pair].
__kernel void match_children(__global const uint* restrict counts, uint slot, uint capacity,
                             __global const uint* restrict links, __global const float* restrict nodes, uint stride,
                             __global const uint* restrict sinks_of, __global const uint* restrict unresolved,
                             float softening_squared, __global ulong* restrict matrix) {
    const uint pair = get_global_id(0);
    if (pair >= min(counts[slot], capacity)) return;
    const uint sink_end = min(CHILD(sinks_of[pair] + 1), CHILD(sinks_of[pair]) + 8);
    const uint begin = CHILD(unresolved[pair]), end = min(CHILD(unresolved[pair] + 1), begin + 8);
    Sources read[8 / TOGETHER];
#pragma unroll
    for (uint i = 0; i < 8 / TOGETHER; ++i)
        read[i] = read_sources(nodes, stride, begin + i * TOGETHER < end ? begin + i * TOGETHER : begin);
    ulong bits = 0;
    uint shift = 0;
    for (uint sink = CHILD(sinks_of[pair]); sink < sink_end; ++sink, shift += 8) {
        uint row = 0;
#pragma unroll
        for (uint i = 0; i < 8 / TOGETHER; ++i)
            row |= unresolved_sources(nodes, stride, sink, &read[i], softening_squared) << (i * TOGETHER);
        bits |= (ulong)(row & ((1u << (end - begin)) - 1)) << shift;
    }
    matrix[pair] = bits;
}

// Returns the sum of `own` over the preceding work-items of the work-group, and sets *all to the sum over all
// work-items of the work-group.
uint sum_before(__local uint* numbers, uint own, uint* all) {
    const uint item = get_local_id(0);
    numbers[item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint before = 0;
    *all = 0;
    for (uint other = 0; other < ROW_GROUP; ++other) {
        before += other < item ? numbers[other] : 0;
        *all += numbers[other];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return before;
}

// Counts the unresolved pairs of each node of a level; the count is 0 for nodes without requested bodies. Each
// work-group counts the pairs of one node.
__kernel __attribute__((reqd_work_group_size(ROW_GROUP, 1, 1)))
void count_unresolved(__global const uint* restrict counts, uint level, uint capacity, uint first, uint pair_capacity,
                uint requested_first, uint requested_last, __global uint* restrict links, uint stride,
                __global const ulong* restrict matrix) {
    __local uint numbers[ROW_GROUP];
    const uint sink = first + get_group_id(0);
    uint found = 0;
    if (get_group_id(0) < min(counts[level], capacity) && IS_REQUESTED(sink, requested_first, requested_last)) {
        const uint parent = PARENT(sink), shift = 8 * (sink - CHILD(parent));
        const uint end = min(UNRESOLVED_AT(parent + 1), pair_capacity);
        for (uint pair = UNRESOLVED_AT(parent) + get_local_id(0); pair < end; pair += ROW_GROUP)
            found += popcount((uint)(matrix[pair] >> shift) & 255u);
    }
    uint all;
    sum_before(numbers, found, &all);
    if (get_local_id(0) == 0) UNRESOLVED_AT(sink) = all;
}

// Lists the unresolved pairs of one node: copies each source whose bit in `matrix` is 1 into the node's list.
void list_row(uint sink, uint above_pair_capacity, uint pair_capacity, __global const uint* restrict links, uint stride,
              __global const ulong* restrict matrix, __global const uint* restrict above_unresolved, uint with_sinks,
              __global uint* restrict sinks_of, __global uint* restrict unresolved, __local uint* numbers) {
    const uint parent = PARENT(sink), shift = 8 * (sink - CHILD(parent));
    const uint end = min(UNRESOLVED_AT(parent + 1), above_pair_capacity);
    uint listed = UNRESOLVED_AT(sink);
    for (uint pair = UNRESOLVED_AT(parent); pair < end; pair += ROW_GROUP) {
        const uint own = pair + get_local_id(0);
        uint bits = own < end ? (uint)(matrix[own] >> shift) & 255u : 0;
        uint all;
        uint at = listed + sum_before(numbers, popcount(bits), &all);
        listed += all;
        const uint source = bits != 0 ? CHILD(above_unresolved[own]) : 0;
        for (uint child = 0; bits != 0; ++child, bits >>= 1)
            if ((bits & 1u) && at < pair_capacity) {
                unresolved[at] = source + child;
                if (with_sinks) sinks_of[at] = sink;
                ++at;
            }
    }
}

// Lists the unresolved pairs of each node, with sources in ascending order. Writes `unresolved` and, above
// the leaf level, `sinks_of`.
__kernel __attribute__((reqd_work_group_size(ROW_GROUP, 1, 1)))
void list_unresolved(__global const uint* restrict counts, uint level, uint capacity, uint first,
                     uint above_pair_capacity,
               uint pair_capacity, uint requested_first, uint requested_last, __global const uint* restrict links,
               uint stride,
               __global const ulong* restrict matrix, __global const uint* restrict above_unresolved, uint with_sinks,
               __global uint* restrict sinks_of, __global uint* restrict unresolved) {
    __local uint numbers[ROW_GROUP];
    if (get_group_id(0) < min(counts[level], capacity) && IS_REQUESTED(first + get_group_id(0), requested_first,
            requested_last))
        list_row(first + get_group_id(0), above_pair_capacity, pair_capacity, links, stride, matrix,
                 above_unresolved, with_sinks,
                 sinks_of, unresolved, numbers);
}
