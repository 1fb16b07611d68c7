// Lists, for each leaf of the tree, the particles that may be neighbors of the leaf's particles.
#include "kernels/gas/gas.h"

#define SMALL_GAP 4u  // particles

// Computes for each leaf the radius within which neighbors of its particles must be searched: SEARCH_MARGIN times the
// largest smoothing length, so that the smoothing lengths can grow by this factor without new lists.
__kernel void reach_of_leaves(__global const float* restrict sorted, uint body_stride,
                              __global const uint* restrict counts, uint level, uint capacity, uint first,
                              __global const uint* restrict links, uint stride, __global float* restrict reach) {
    const uint place = get_global_id(0);
    if (place >= min(counts[level], capacity)) return;
    const uint leaf = first + place;
    float longest = 0.0f;
    for (uint i = BODY(leaf); i < BODY(leaf + 1); ++i) longest = fmax(longest, LENGTH(i));
    reach[leaf] = SEARCH_MARGIN * longest;
}

// Computes this radius for the nodes of a higher level, from their children.
__kernel void reach_of_nodes(__global const uint* restrict counts, uint level, uint capacity, uint first,
                             __global const uint* restrict links, __global float* restrict reach) {
    const uint place = get_global_id(0);
    if (place >= min(counts[level], capacity)) return;
    const uint node = first + place;
    float longest = 0.0f;
    for (uint child = CHILD(node); child < CHILD(node + 1); ++child) longest = fmax(longest, reach[child]);
    reach[node] = longest;
}

// Work-item g lists the ranges for leaf g. Leaves are the nodes 0 ... inner - 1; root nodes are the nodes from `root`
// on. Adjacent leaves make one range. If the list is full, its last range covers all further leaves, so that a list is
// never incomplete.
__kernel void list_near_leaves(__global const float* restrict bodies, uint body_stride,
                               __global const uint* restrict counts, uint capacity, __global const uint* restrict links,
                               uint stride, __global const float* restrict nodes,
                               __global const float* restrict reach, uint inner, uint root, uint roots,
                               GasConstants gas, __global uint2* restrict ranges, __global uint* restrict lengths) {
    const uint leaf = get_global_id(0);
    if (leaf >= min(counts[1], capacity)) return;
    // The box around the particles of the leaf, relative to the leaf's center.
    const float3 center = (float3)(CENTER_X(leaf), CENTER_Y(leaf), CENTER_Z(leaf));
    float3 least = 0.0f, most = 0.0f;
    for (uint i = BODY(leaf); i < BODY(leaf + 1); ++i) {
        const float3 place = (float3)(BODY_X(i), BODY_Y(i), BODY_Z(i)) - center;
        least = fmin(least, place);
        most = fmax(most, place);
    }
    const float3 middle = center + 0.5f * (least + most), extent = 0.5f * (most - least);
    uint2 range = (uint2)(0, 0);
    uint listed = 0;
    for (uint branch = root; branch < root + roots; ++branch) {
        uint node = branch;
        for (;;) {
            const float dx = NEAREST_IMAGE(CENTER_X(node) - middle.x, gas.period.x, gas.inverse_period.x);
            const float dy = NEAREST_IMAGE(CENTER_Y(node) - middle.y, gas.period.y, gas.inverse_period.y);
            const float dz = NEAREST_IMAGE(CENTER_Z(node) - middle.z, gas.period.z, gas.inverse_period.z);
            const float3 outside = fmax(fabs((float3)(dx, dy, dz)) - extent, 0.0f);
            // The distance is slightly enlarged, so that rounding errors exclude no neighbor.
            const float near = (RADIUS(node) + fmax(reach[leaf], reach[node])) * 1.00001f;
            const bool is_near = node >= root || dot(outside, outside) <= near * near;
            if (is_near && node >= inner) {
                node = CHILD(node);
                continue;
            }
            if (is_near) {
                const uint begin = BODY(node), end = BODY(node + 1);
                // Particles in a small gap between two ranges cost less than a further range. A list that becomes full
                // joins ranges across larger gaps.
                const uint gap = listed < LIST_RANGES / 2       ? SMALL_GAP
                                 : listed < LIST_RANGES * 7 / 8 ? 16u * SMALL_GAP
                                                                : 256u * SMALL_GAP;
                if (range.y > range.x && begin > range.y + gap && listed + 1 < LIST_RANGES) {
                    RANGE(leaf, listed) = range;
                    ++listed;
                    range.x = begin;
                } else if (range.y == range.x) {
                    range.x = begin;
                }
                range.y = end;
            }
            while (node != branch && node + 1 == CHILD(PARENT(node) + 1)) node = PARENT(node);
            if (node == branch) break;
            ++node;
        }
    }
    RANGE(leaf, listed) = range;
    lengths[leaf] = listed + 1;
}
