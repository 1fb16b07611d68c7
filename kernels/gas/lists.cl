// Divides the particles into targets, and lists for each target the particles that may be neighbors of its particles.
#include "kernels/gas/gas.h"

#define SMALL_GAP 4u  // particles

// The box around a set of particles.
typedef struct {
    float4 center;     // as fourth number, the radius within which neighbors of the particles must be searched
    float4 half_size;  // half the size of the box; as fourth number, the smallest smoothing length
} Box;
#define BOX(node) (Box){boxes[2 * (node)], boxes[2 * (node) + 1]}

// Returns the box of the particles `first` to `end` - 1. The search radius is SEARCH_MARGIN times the largest smoothing
// length, so that the smoothing lengths can grow by this factor without new lists.
Box box_of(uint first, uint end, __global const float* restrict sorted, uint body_stride) {
    float3 least = INFINITY, most = -INFINITY;
    float longest = 0.0f, shortest = INFINITY;
    for (uint i = first; i < end; ++i) {
        const float3 place = (float3)(PLACE_X(i), PLACE_Y(i), PLACE_Z(i));
        least = fmin(least, place);
        most = fmax(most, place);
        longest = fmax(longest, LENGTH(i));
        shortest = fmin(shortest, LENGTH(i));
    }
    return (Box){(float4)(0.5f * (least + most), SEARCH_MARGIN * longest), (float4)(0.5f * (most - least), shortest)};
}

// Computes the boxes of the leaves.
__kernel void boxes_of_leaves(__global const float* restrict sorted, uint body_stride,
                              __global const uint* restrict counts, uint capacity, __global const uint* restrict links,
                              uint stride, __global float4* restrict boxes) {
    const uint leaf = get_global_id(0);
    if (leaf >= min(counts[1], capacity)) return;
    const Box box = box_of(BODY(leaf), BODY(leaf + 1), sorted, body_stride);
    boxes[2 * leaf] = box.center;
    boxes[2 * leaf + 1] = box.half_size;
}

// Computes the number of targets of each leaf. In a dense region, the box of a leaf is at most about as wide as a
// smoothing length. If a box is much wider, most particles near the box are not near any particle in it, so that a list
// for each particle is faster. Also sets numbers[leaves] to 0.
__kernel void count_targets(__global const uint* restrict links, uint stride, uint leaves,
                            __global const float4* restrict boxes, __global uint* restrict numbers) {
    const uint leaf = get_global_id(0);
    if (leaf > leaves) return;
    const float4 half_size = boxes[2 * leaf + 1];
    const bool is_wide = 2.0f * fmax(half_size.x, fmax(half_size.y, half_size.z)) > WIDEST_TARGET * half_size.w;
    numbers[leaf] = leaf == leaves ? 0u : is_wide ? BODY(leaf + 1) - BODY(leaf) : 1u;
}

// Writes the targets of each leaf; target firsts[leaf] is the first one.
__kernel void write_targets(__global const uint* restrict links, uint stride, uint leaves,
                            __global const uint* restrict firsts, __global uint2* restrict targets) {
    const uint leaf = get_global_id(0);
    if (leaf >= leaves) return;
    const uint target = firsts[leaf], count = firsts[leaf + 1] - target, first = BODY(leaf), end = BODY(leaf + 1);
    if (count == 1) targets[target] = (uint2)(first, end);
    if (count > 1)
        for (uint i = first; i < end; ++i) targets[target + i - first] = (uint2)(i, i + 1);
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
        const Box box = BOX(child);
        least = fmin(least, box.center.xyz - box.half_size.xyz);
        most = fmax(most, box.center.xyz + box.half_size.xyz);
        longest = fmax(longest, box.center.w);
    }
    boxes[2 * node] = (float4)(0.5f * (least + most), longest);
    boxes[2 * node + 1] = (float4)(0.5f * (most - least), 0.0f);
}

// Returns true if a particle in one box may be a neighbor of a particle in the other box.
bool are_near(Box one, Box other, GasConstants gas) {
    const float4 a = one.center, b = other.center;
    const float3 apart = (float3)(NEAREST_IMAGE(a.x - b.x, gas.period.x, gas.inverse_period.x),
                                  NEAREST_IMAGE(a.y - b.y, gas.period.y, gas.inverse_period.y),
                                  NEAREST_IMAGE(a.z - b.z, gas.period.z, gas.inverse_period.z));
    const float3 gap = fmax(fabs(apart) - (one.half_size.xyz + other.half_size.xyz), 0.0f);
    // The radius is slightly enlarged, so that rounding errors exclude no neighbor.
    const float radius = fmax(a.w, b.w) * 1.00001f;
    return dot(gap, gap) <= radius * radius;
}

// Lists the ranges of one target with a single work-item, by a walk from each root node downward. Leaves are the nodes
// 0 ... inner - 1; root nodes are the nodes from `root` on. Leaves with at most a small gap between them make one range.
// If the list is full, its last range covers all further leaves, so that a list is never incomplete.
void list_by_walk(uint target, Box box, __global const uint* restrict links, uint stride,
                  __global const float4* restrict boxes, uint inner, uint root, uint roots, GasConstants gas,
                  __global uint2* restrict ranges, __global uint* restrict lengths) {
    uint2 range = (uint2)(0, 0);
    uint listed = 0;
    for (uint branch = root; branch < root + roots; ++branch) {
        uint node = branch;
        for (;;) {
            const bool is_near = are_near(box, BOX(node), gas);
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
                    RANGE(target, listed) = range;
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
    RANGE(target, listed) = range;
    lengths[target] = listed + 1;
}

#if TARGET_GROUP == 1
// Work-item g lists the ranges of target g.
__kernel void list_neighbors(__global const float* restrict sorted, uint body_stride,
                             __global const uint2* restrict targets, uint count, __global const uint* restrict links,
                             uint stride, __global const float4* restrict boxes, uint inner, uint root, uint roots,
                             GasConstants gas, __global uint2* restrict ranges, __global uint* restrict lengths) {
    const uint target = get_global_id(0);
    if (target >= count) return;
    const Box box = box_of(targets[target].x, targets[target].y, sorted, body_stride);
    list_by_walk(target, box, links, stride, boxes, inner, root, roots, gas, ranges, lengths);
}
#else

#define MOST_NEAR 512u  // largest number of near nodes of a level that a group can hold

// Returns the sum of `own` over all work-items before this one, and writes the sum over all work-items to `total`. All
// work-items of the group must call this function.
uint sum_before(uint own, __local uint* restrict sums, uint* total) {
    const uint item = get_local_id(0);
    uint sum = own;
    for (uint distance = 1; distance < TARGET_GROUP; distance *= 2) {
        sums[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item >= distance) sum += sums[item - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    sums[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    *total = sums[TARGET_GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum - own;
}

// Replaces the `count` nodes of a level in `nodes`, in ascending order, by those that are near the target (if
// `descends` is false) or by the children of these (if it is true). Returns the new number. If there is no room for the
// new nodes, returns a number above MOST_NEAR.
uint near_nodes(Box box, __local uint* restrict nodes, uint count, bool descends, __local uint* restrict found,
                __local uint* restrict sums, __global const uint* restrict links, __global const float4* restrict boxes,
                GasConstants gas) {
    const uint item = get_local_id(0);
    uint written = 0;
    for (uint first = 0; first < count; first += TARGET_GROUP) {
        const bool is_near = first + item < count && are_near(box, BOX(nodes[first + item]), gas);
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
    for (uint k = item; k < written; k += TARGET_GROUP) nodes[k] = found[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    return written;
}

// Group g lists the ranges of target g: it finds the near nodes of each level, from the roots downward, and then joins
// the near leaves to ranges.
__kernel __attribute__((reqd_work_group_size(TARGET_GROUP, 1, 1)))
void list_neighbors(__global const float* restrict sorted, uint body_stride, __global const uint2* restrict targets,
                    uint targets_count, __global const uint* restrict links, uint stride,
                    __global const float4* restrict boxes, uint inner, uint root, uint roots, GasConstants gas,
                    __global uint2* restrict ranges, __global uint* restrict lengths) {
    __local uint nodes[MOST_NEAR], found[MOST_NEAR], sums[TARGET_GROUP];
    const uint target = get_group_id(0), item = get_local_id(0);
    if (target >= targets_count) return;
    const Box box = box_of(targets[target].x, targets[target].y, sorted, body_stride);
    uint count = roots;
    for (uint k = item; k < min(roots, MOST_NEAR); k += TARGET_GROUP) nodes[k] = root + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    bool descends = true;
    while (descends && count > 0 && count <= MOST_NEAR) {
        descends = nodes[0] >= inner;
        count = near_nodes(box, nodes, count, descends, found, sums, links, boxes, gas);
    }
    if (count > MOST_NEAR) {
        if (item == 0) list_by_walk(target, box, links, stride, boxes, inner, root, roots, gas, ranges, lengths);
        return;
    }
    // A leaf begins a range if the gap behind the leaf before it is too large to be joined. Particles in a small gap
    // cost less than a further range. If there are too many ranges, they are joined across larger gaps.
    uint listed = LIST_RANGES + 1;
    for (uint gap = SMALL_GAP; listed > LIST_RANGES; gap *= 16) {
        listed = 0;
        for (uint first = 0; first < count; first += TARGET_GROUP) {
            const uint k = first + item;
            const bool begins = k < count && (k == 0 || BODY(nodes[k]) > BODY(nodes[k - 1] + 1) + gap);
            uint total;
            const uint range = listed + sum_before(begins, sums, &total);
            listed += total;
            // If the list becomes too long, it is written again.
            if (begins && range < LIST_RANGES) RANGE(target, range).x = BODY(nodes[k]);
            if (begins && k > 0 && range <= LIST_RANGES) RANGE(target, range - 1).y = BODY(nodes[k - 1] + 1);
        }
        if (item == 0 && count > 0 && listed <= LIST_RANGES)
            RANGE(target, listed - 1).y = BODY(nodes[count - 1] + 1);
    }
    if (item == 0) lengths[target] = listed;
}
#endif
