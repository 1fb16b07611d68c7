// Lists, for each leaf of the tree, the particles that may be neighbors of the leaf's particles.
#include "kernels/gas/gas.h"

#define SMALL_GAP 4u  // particles

// Two rows for each node: BOX_CENTER is the center of the box around its particles and, as fourth number, the radius
// within which neighbors of these particles must be searched; BOX_HALF is half the size of the box.
#define BOX_CENTER(id) boxes[2 * (id)]
#define BOX_HALF(id) boxes[2 * (id) + 1]

void store_box(uint node, float3 least, float3 most, float radius, __global float4* restrict boxes) {
    BOX_CENTER(node) = (float4)(0.5f * (least + most), radius);
    BOX_HALF(node) = (float4)(0.5f * (most - least), 0.0f);
}

// Computes the boxes of the leaves. The search radius of a leaf is SEARCH_MARGIN times its largest smoothing length, so
// that the smoothing lengths can grow by this factor without new lists.
__kernel void boxes_of_leaves(__global const float* restrict sorted, uint body_stride,
                              __global const uint* restrict counts, uint capacity, __global const uint* restrict links,
                              uint stride, __global float4* restrict boxes) {
    const uint leaf = get_global_id(0);
    if (leaf >= min(counts[1], capacity)) return;
    float3 least = INFINITY, most = -INFINITY;
    float longest = 0.0f;
    for (uint i = BODY(leaf); i < BODY(leaf + 1); ++i) {
        const float3 place = (float3)(PLACE_X(i), PLACE_Y(i), PLACE_Z(i));
        least = fmin(least, place);
        most = fmax(most, place);
        longest = fmax(longest, LENGTH(i));
    }
    store_box(leaf, least, most, SEARCH_MARGIN * longest, boxes);
}

// Computes the boxes of a higher level from the boxes of the children.
__kernel void boxes_of_nodes(__global const uint* restrict counts, uint level, uint capacity, uint first,
                             __global const uint* restrict links, __global float4* restrict boxes) {
    const uint place = get_global_id(0);
    if (place >= min(counts[level], capacity)) return;
    const uint node = first + place;
    float3 least = INFINITY, most = -INFINITY;
    float longest = 0.0f;
    for (uint child = CHILD(node); child < CHILD(node + 1); ++child) {
        const float4 center = BOX_CENTER(child);
        const float3 half_size = BOX_HALF(child).xyz;
        least = fmin(least, center.xyz - half_size);
        most = fmax(most, center.xyz + half_size);
        longest = fmax(longest, center.w);
    }
    store_box(node, least, most, longest, boxes);
}

// Returns true if a particle of one node may be a neighbor of a particle of the other node.
bool are_near(uint one, uint other, __global const float4* restrict boxes, GasConstants gas) {
    const float4 a = BOX_CENTER(one), b = BOX_CENTER(other);
    const float3 apart = (float3)(NEAREST_IMAGE(a.x - b.x, gas.period.x, gas.inverse_period.x),
                                  NEAREST_IMAGE(a.y - b.y, gas.period.y, gas.inverse_period.y),
                                  NEAREST_IMAGE(a.z - b.z, gas.period.z, gas.inverse_period.z));
    const float3 gap = fmax(fabs(apart) - (BOX_HALF(one).xyz + BOX_HALF(other).xyz), 0.0f);
    // The radius is slightly enlarged, so that rounding errors exclude no neighbor.
    const float radius = fmax(a.w, b.w) * 1.00001f;
    return dot(gap, gap) <= radius * radius;
}

// Lists the ranges of one leaf with a single work-item, by a walk from each root node downward. Leaves are the nodes
// 0 ... inner - 1; root nodes are the nodes from `root` on. Leaves with at most a small gap between them make one range.
// If the list is full, its last range covers all further leaves, so that a list is never incomplete.
void list_by_walk(uint leaf, __global const uint* restrict links, uint stride, __global const float4* restrict boxes,
                  uint inner, uint root, uint roots, GasConstants gas, __global uint2* restrict ranges,
                  __global uint* restrict lengths) {
    uint2 range = (uint2)(0, 0);
    uint listed = 0;
    for (uint branch = root; branch < root + roots; ++branch) {
        uint node = branch;
        for (;;) {
            const bool is_near = are_near(leaf, node, boxes, gas);
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

#if LEAF_GROUP == 1
// Work-item g lists the ranges of leaf g.
__kernel void list_near_leaves(__global const uint* restrict counts, uint capacity, __global const uint* restrict links,
                               uint stride, __global const float4* restrict boxes, uint inner, uint root, uint roots,
                               GasConstants gas, __global uint2* restrict ranges, __global uint* restrict lengths) {
    const uint leaf = get_global_id(0);
    if (leaf < min(counts[1], capacity))
        list_by_walk(leaf, links, stride, boxes, inner, root, roots, gas, ranges, lengths);
}
#else

#define MOST_NEAR 512u  // largest number of near nodes of a level that a group can hold

// Returns the sum of `own` over all work-items before this one, and writes the sum over all work-items to `total`. All
// work-items of the group must call this function.
uint sum_before(uint own, __local uint* restrict sums, uint* total) {
    const uint item = get_local_id(0);
    uint sum = own;
    for (uint distance = 1; distance < LEAF_GROUP; distance *= 2) {
        sums[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item >= distance) sum += sums[item - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    *total = sums[LEAF_GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum - own;
}

// Replaces the `count` nodes of a level in `nodes`, in ascending order, by those that are near the leaf (if `descends`
// is false) or by their children (if it is true). Returns the new number. If there is no room for the new nodes, returns
// a number above MOST_NEAR.
uint near_nodes(uint leaf, __local uint* restrict nodes, uint count, bool descends, __local uint* restrict found,
                __local uint* restrict sums, __global const uint* restrict links, __global const float4* restrict boxes,
                GasConstants gas) {
    const uint item = get_local_id(0);
    uint written = 0;
    for (uint first = 0; first < count; first += LEAF_GROUP) {
        const bool is_near = first + item < count && are_near(leaf, nodes[first + item], boxes, gas);
        const uint node = is_near ? nodes[first + item] : 0u;
        const uint begin = descends && is_near ? CHILD(node) : node;
        const uint own = !is_near ? 0u : descends ? CHILD(node + 1) - begin : 1u;
        uint total;
        const uint place = written + sum_before(own, sums, &total);
        written += total;
        if (written > MOST_NEAR) return written;
        for (uint k = 0; k < own; ++k) found[place + k] = begin + k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = item; k < written; k += LEAF_GROUP) nodes[k] = found[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    return written;
}

// Group g lists the ranges of leaf g: it finds the near nodes of each level, from the roots downward, and then joins the
// near leaves to ranges.
__kernel __attribute__((reqd_work_group_size(LEAF_GROUP, 1, 1)))
void list_near_leaves(__global const uint* restrict counts, uint capacity, __global const uint* restrict links, uint stride,
                      __global const float4* restrict boxes, uint inner, uint root, uint roots, GasConstants gas,
                      __global uint2* restrict ranges, __global uint* restrict lengths) {
    __local uint nodes[MOST_NEAR], found[MOST_NEAR], sums[LEAF_GROUP];
    const uint leaf = get_group_id(0), item = get_local_id(0);
    if (leaf >= min(counts[1], capacity)) return;
    uint count = roots;
    for (uint k = item; k < min(roots, MOST_NEAR); k += LEAF_GROUP) nodes[k] = root + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    bool descends = true;
    while (descends && count > 0 && count <= MOST_NEAR) {
        descends = nodes[0] >= inner;
        count = near_nodes(leaf, nodes, count, descends, found, sums, links, boxes, gas);
    }
    if (count > MOST_NEAR) {
        if (item == 0) list_by_walk(leaf, links, stride, boxes, inner, root, roots, gas, ranges, lengths);
        return;
    }
    // A leaf begins a range if the gap behind the leaf before it is too large to be joined. Particles in a small gap
    // cost less than a further range. If there are too many ranges, they are joined across larger gaps.
    uint listed = LIST_RANGES + 1;
    for (uint gap = SMALL_GAP; listed > LIST_RANGES; gap *= 16) {
        listed = 0;
        for (uint first = 0; first < count; first += LEAF_GROUP) {
            const uint k = first + item;
            const bool begins = k < count && (k == 0 || BODY(nodes[k]) > BODY(nodes[k - 1] + 1) + gap);
            uint total;
            const uint range = listed + sum_before(begins, sums, &total);
            listed += total;
            // If the list becomes too long, it is written again.
            if (begins && range < LIST_RANGES) RANGE(leaf, range).x = BODY(nodes[k]);
            if (begins && k > 0 && range <= LIST_RANGES) RANGE(leaf, range - 1).y = BODY(nodes[k - 1] + 1);
        }
        if (item == 0 && count > 0 && listed <= LIST_RANGES)
            RANGE(leaf, listed - 1).y = BODY(nodes[count - 1] + 1);
    }
    if (item == 0) lengths[leaf] = listed;
}
#endif
