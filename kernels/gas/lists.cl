// Lists for each target that is due the particles that may be neighbors of its particles (docs/gas.md).
#include "kernels/gas/gas.h"

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

// Returns the largest gap between two ranges, in particles, across which they are joined if a list already has `listed`
// ranges. Particles in a small gap cost less than a further range. A list that becomes full joins ranges across larger
// gaps.
uint joined_gap(uint listed) {
    const uint small = 4u;
    return listed < LIST_RANGES / 2 ? small : listed < LIST_RANGES * 7 / 8 ? 16u * small : 256u * small;
}

// The next kernel lists the ranges of each target that is due, by a walk through the tree, from the root nodes downward to the near
// leaves. Leaves are the nodes 0 ... inner - 1; root nodes are the nodes from `root` on. Near leaves with at most a
// small gap between them make one range. If the list is full, its last range covers all further near leaves, so that a
// list is never incomplete.
#if TARGET_GROUP == 1
// Work-item g lists the ranges of the target due[g].
__kernel void list_neighbors(__global const float* restrict sorted, uint body_stride,
                             __global const uint2* restrict targets, __global const uint* restrict due, uint count,
                             __global const uint* restrict links, uint stride, __global const float4* restrict boxes,
                             uint inner, uint root, uint roots, GasConstants gas, __global uint2* restrict ranges,
                             __global uint* restrict lengths) {
    if (get_global_id(0) >= count) return;
    const uint target = due[get_global_id(0)];
    const Box box = box_of(targets[target].x, targets[target].y, sorted, body_stride);
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
                if (range.y > range.x && begin > range.y + joined_gap(listed) && listed + 1 < LIST_RANGES) {
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
#else

// Returns, for each of the four lowest bits of `bits`, the work-items of the group in which this bit is set: bit i of the
// result is work-item i. All work-items of the group, at most 32, must call this function.
uint4 items_with(uint bits, __local uint* restrict items) {
    const uint item = get_local_id(0);
    if (item < 4) items[item] = 0u;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bit = 0; bit < 4; ++bit)
        if (((bits >> bit) & 1u) != 0) atomic_or(&items[bit], 1u << item);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint4 found = vload4(0, items);
    barrier(CLK_LOCAL_MEM_FENCE);
    return found;
}

// Room for the nodes that the walk must still test. The next one is the last element.
#define PENDING_NODES 2048u
// A node has at most 8 children. If a group replaces at most this number of nodes by their children at once, the room
// suffices for trees of any depth up to 16.
#define EXPANDED(pending) min((uint)TARGET_GROUP, (PENDING_NODES - (pending)) / 56u)

// The list of a target while it grows.
typedef struct {
    uint ranges;    // number of ranges
    uint last_end;  // end of the last range
} List;

// Replaces the first of the pending nodes, which are no leaves, by the children of those that are near. Returns the new
// number of pending nodes.
uint replace_nodes(Box box, __local uint* restrict nodes, uint pending, __local uint* restrict items,
                   __global const uint* restrict links, __global const float4* restrict boxes, GasConstants gas) {
    const uint item = get_local_id(0), count = min(pending, EXPANDED(pending));
    const uint node = nodes[pending - 1 - min(item, count - 1)];
    const bool is_near = item < count && are_near(box, BOX(node), gas);
    const uint begin = CHILD(node), children = is_near ? CHILD(node + 1) - begin : 0u;
    const uint4 bits = items_with(children, items), all = popcount(bits);
    const uint4 before = popcount(bits & ((1u << item) - 1u));
    const uint left = pending - count + all.x + 2u * all.y + 4u * all.z + 8u * all.w;
    const uint next = left - 1 - (before.x + 2u * before.y + 4u * before.z + 8u * before.w);
    for (uint k = 0; k < children; ++k) nodes[next - k] = begin + k;
    barrier(CLK_LOCAL_MEM_FENCE);
    return left;
}

// Takes leaves from the pending nodes, and adds those that are near to the list of the target. Returns the new number
// of pending nodes.
uint list_leaves(uint target, Box box, __local const uint* restrict nodes, uint pending, List* list,
                 __local uint* restrict ends, __local uint* restrict items, __global const uint* restrict links,
                 uint stride, __global const float4* restrict boxes, uint inner, GasConstants gas,
                 __global uint2* restrict ranges) {
    const uint item = get_local_id(0), earlier_items = (1u << item) - 1u;
    const uint node = item < pending ? nodes[pending - 1 - item] : inner;
    const bool is_leaf = node < inner, is_near = is_leaf && are_near(box, BOX(node), gas);
    const uint4 bits = items_with((uint)is_near + 2u * (uint)is_leaf, items);
    const uint found = popcount(bits.x), before = popcount(bits.x & earlier_items);
    if (is_near) ends[before] = BODY(node + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    // A leaf begins a range if the gap behind the near leaf before it is too large to be joined.
    const uint former_end = before > 0 ? ends[before - 1] : list->last_end;
    const bool is_first = list->ranges == 0 && before == 0;
    const bool begins = is_near && (is_first || BODY(node) > former_end + joined_gap(list->ranges));
    if (found > 0) list->last_end = ends[found - 1];
    const uint beginning = items_with(begins, items).x;
    const uint range = list->ranges + popcount(beginning & earlier_items);
    if (begins && range < LIST_RANGES) {
        RANGE(target, range).x = BODY(node);
        if (range > 0) RANGE(target, range - 1).y = former_end;
    }
    list->ranges = min(list->ranges + popcount(beginning), LIST_RANGES);
    return pending - popcount(bits.y);
}

// Group g lists the ranges of the target due[g]. The nodes of the walk are in Morton order: where a node is near, its children
// take its place.
__kernel __attribute__((reqd_work_group_size(TARGET_GROUP, 1, 1)))
void list_neighbors(__global const float* restrict sorted, uint body_stride, __global const uint2* restrict targets,
                    __global const uint* restrict due, uint count, __global const uint* restrict links, uint stride,
                    __global const float4* restrict boxes, uint inner, uint root, uint roots, GasConstants gas,
                    __global uint2* restrict ranges, __global uint* restrict lengths) {
    __local uint nodes[PENDING_NODES], ends[TARGET_GROUP], items[4];
    const uint item = get_local_id(0);
    if (get_group_id(0) >= count) return;
    const uint target = due[get_group_id(0)];
    const Box box = box_of(targets[target].x, targets[target].y, sorted, body_stride);
    List list = {0u, 0u};
    for (uint branch = root; branch < root + roots; branch += TARGET_GROUP) {
        uint pending = min((uint)TARGET_GROUP, root + roots - branch);
        if (item < pending) nodes[pending - 1 - item] = branch + item;
        barrier(CLK_LOCAL_MEM_FENCE);
        while (pending > 0) {
            if (nodes[pending - 1] >= inner)
                pending = replace_nodes(box, nodes, pending, items, links, boxes, gas);
            else
                pending = list_leaves(target, box, nodes, pending, &list, ends, items, links, stride, boxes, inner, gas,
                                      ranges);
        }
    }
    if (item == 0) {
        RANGE(target, list.ranges - 1).y = list.last_end;
        lengths[target] = list.ranges;
    }
}
#endif
