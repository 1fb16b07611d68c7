// Finds the NEIGHBORS nearest bodies of each body, the distance to the farthest of these neighbors, and the mean mass
// density within this distance. The density excludes the central body and the farthest neighbor (Casertano & Hut 1985,
// ApJ 298, 80, eq. II.2).
#include "kernels/fmm/tree.h"

#define NEIGHBORS 16
// A squared distance that is larger than all distances between bodies. Infinity cannot be used, because fast
// mathematics excludes it.
#define NO_NEIGHBOR 1e36f

// Returns the index of the leaf that contains `body`, an index in Morton order.
uint leaf_of(__global const uint* restrict links, uint stride, uint leaves, uint body) {
    uint low = 0, high = leaves - 1;
    while (low < high) {
        const uint middle = high - (high - low) / 2;
        if (BODY(middle) <= body)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

// Work-item g finds the neighbors of body first + g (in Morton order). It searches the body's leaf, and then climbs
// from each node to its parent and searches the parent's other children. So near bodies are found early, and the search
// can skip nodes that are farther away than the farthest of the neighbors found so far. Leaves are the nodes 0 ...
// inner - 1. Root nodes, which have no radius, are the nodes from `root` on. Writes around[row] = (radius, density),
// and the rows of the neighbors to nearest[row * NEIGHBORS ...].
__kernel void find_neighbors(__global const float* restrict bodies, uint body_stride,
                              __global const uint* restrict order, __global const uint* restrict links, uint stride,
                              __global const float* restrict nodes, uint leaves, uint inner, uint root, uint roots,
                              uint first, uint last, __global float2* restrict around,
                              __global uint* restrict nearest) {
    const uint i = first + get_global_id(0);
    if (i >= last) return;
    const float x = BODY_X(i), y = BODY_Y(i), z = BODY_Z(i);
    float squares[NEIGHBORS];  // squared distances of the nearest bodies found so far, in ascending order
    uint others[NEIGHBORS];
#pragma unroll
    for (uint n = 0; n < NEIGHBORS; ++n) {
        squares[n] = NO_NEIGHBOR;
        others[n] = i;
    }

    uint climbed = leaf_of(links, stride, leaves, i);
    uint begin = climbed, end = climbed + 1, known = UINT_MAX;
    for (bool is_last = false;;) {
        for (uint branch = begin; branch < end; ++branch) {
            if (branch == known) continue;
            uint node = branch;
            for (;;) {
                const float dx = CENTER_X(node) - x, dy = CENTER_Y(node) - y, dz = CENTER_Z(node) - z;
                // The radius is slightly enlarged, so that rounding errors of distances exclude no neighbor.
                const float search_radius = (RADIUS(node) + sqrt(squares[NEIGHBORS - 1])) * 1.00001f;
                const bool is_near = node >= root || dx * dx + dy * dy + dz * dz <= search_radius * search_radius;
                if (is_near && node >= inner) {
                    node = CHILD(node);
                    continue;
                }
                for (uint j = BODY(node), behind = is_near ? BODY(node + 1) : j; j < behind; ++j) {
                    const float ex = BODY_X(j) - x, ey = BODY_Y(j) - y, ez = BODY_Z(j) - z;
                    float square = ex * ex + ey * ey + ez * ez;
                    uint other = j;
                    if (j == i || !(square < squares[NEIGHBORS - 1])) continue;
#pragma unroll
                    for (uint n = 0; n < NEIGHBORS; ++n)
                        if (square < squares[n]) {
                            const float further = squares[n];
                            const uint further_row = others[n];
                            squares[n] = square;
                            others[n] = other;
                            square = further;
                            other = further_row;
                        }
                }
                while (node != branch && node + 1 == CHILD(PARENT(node) + 1)) node = PARENT(node);
                if (node == branch) break;
                ++node;
            }
        }
        if (is_last) break;
        known = climbed;
        is_last = climbed >= root;
        if (is_last) {
            begin = root;
            end = root + roots;
        } else {
            climbed = PARENT(climbed);
            begin = CHILD(climbed);
            end = CHILD(climbed + 1);
        }
    }

    float square = 0.0f, mass = 0.0f, outermost = 0.0f;
#pragma unroll
    for (uint n = 0; n < NEIGHBORS; ++n)
        if (squares[n] < NO_NEIGHBOR) {
            square = squares[n];
            mass += outermost;
            outermost = BODY_MASS(others[n]);
        }
    const uint row = order[i];
#pragma unroll
    for (uint n = 0; n < NEIGHBORS; ++n) nearest[(ulong)row * NEIGHBORS + n] = order[others[n]];
    const float radius = sqrt(square);
    const float sphere = 3.0f / (4.0f * M_PI_F);
    around[row] =
        (float2)(radius, !(mass > 0.0f) ? 0.0f : radius > 0.0f ? sphere * mass / radius / radius / radius : INFINITY);
}
