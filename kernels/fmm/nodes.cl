// Computes the properties of a level's nodes: mass, center of mass, radius (distance of the farthest body from the
// center of mass) and effective radius (docs/fmm.md). A work-group computes a node directly from the node's bodies, so
// radii are exact at every level.
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/tree.h"

// Returns the sum of `own` over all work-items of the group. If `with_largest` is true, z and w of the result are
// maxima instead of sums. `shares` has an element for each work-item; the size of the group is a power of two.
float4 combine(__local float4* shares, float4 own, bool with_largest) {
    const uint item = get_local_id(0);
    shares[item] = own;
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_size) {
            const float4 a = shares[item], b = shares[item + half_size];
            shares[item] = with_largest ? (float4)(a.xy + b.xy, fmax(a.zw, b.zw)) : a + b;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float4 all = shares[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return all;
}

// Computes center, radius and effective radius of one node. The center is the center of mass, or the mean
// position if the node is massless.
void measure(uint node, __global const float* restrict bodies, uint body_stride, __global const float* restrict box,
             __global const uint* restrict links, __global float* restrict nodes, uint stride,
             __local float4* shares) {
    const uint begin = BODY(node), end = BODY(node + 1);
    const uint step = get_local_size(0) * WIDTH;

    // Positions are taken relative to the first body, so that rounding errors are small compared with the node.
    const float x0 = BODY_X(begin), y0 = BODY_Y(begin), z0 = BODY_Z(begin);
    real mass = 0.0f, mx = 0.0f, my = 0.0f, mz = 0.0f, sx = 0.0f, sy = 0.0f, sz = 0.0f;
    for (uint i = begin + get_local_id(0) * WIDTH; i < end; i += step) {
        const whole inside = LANE_NUMBERS < (whole)(end - i);
        const real m = where(inside, load(0, &BODY_MASS(i)), 0.0f);
        const real dx = where(inside, load(0, &BODY_X(i)) - x0, 0.0f);
        const real dy = where(inside, load(0, &BODY_Y(i)) - y0, 0.0f);
        const real dz = where(inside, load(0, &BODY_Z(i)) - z0, 0.0f);
        mass += m;
        mx += m * dx;
        my += m * dy;
        mz += m * dz;
        sx += dx;
        sy += dy;
        sz += dz;
    }
    const float4 weighted = combine(
        shares, (float4)(sum_of_lanes(mx), sum_of_lanes(my), sum_of_lanes(mz), sum_of_lanes(mass)), false);
    float4 center = weighted / weighted.w;
    if (!(weighted.w > 0.0f))  // a massless node uses the mean position
        center = combine(shares, (float4)(sum_of_lanes(sx), sum_of_lanes(sy), sum_of_lanes(sz), 0.0f), false) /
                 (float)(end - begin);
    const float x = x0 + center.x, y = y0 + center.y, z = z0 + center.z;

    real fourth = 0.0f, furthest = 0.0f;
    for (uint i = begin + get_local_id(0) * WIDTH; i < end; i += step) {
        const whole inside = LANE_NUMBERS < (whole)(end - i);
        const real m = where(inside, load(0, &BODY_MASS(i)), 0.0f);
        const real dx = where(inside, load(0, &BODY_X(i)) - x, 0.0f);
        const real dy = where(inside, load(0, &BODY_Y(i)) - y, 0.0f);
        const real dz = where(inside, load(0, &BODY_Z(i)) - z, 0.0f);
        const real square = dx * dx + dy * dy + dz * dz;
        furthest = fmax(furthest, square);
        fourth += m * square * square;
    }
    const float4 size = combine(
        shares, (float4)(sum_of_lanes(fourth), 0.0f, greatest_lane(furthest), 0.0f), true);
    if (get_local_id(0) == 0) {
        const float radius = sqrt(size.z) * (1.0f + 1e-6f);
        CENTER_X(node) = x;
        CENTER_Y(node) = y;
        CENTER_Z(node) = z;
        SCALE(node) = fmax(radius, 1e-6f * box[BOX_HALF]);
        RADIUS(node) = radius;
        MASS(node) = weighted.w;
        EFFECTIVE_RADIUS(node) = weighted.w > 0.0f ? sqrt(sqrt(size.x / weighted.w)) : 0.0f;
    }
}

// Computes the nodes first ... first + counts[level] - 1 of a level, one node per work-group. `bodies` holds
// columns in Morton order, and `nodes` columns of `stride` elements (tree.h). Work-groups have at most NODE_GROUP
// work-items: few for the small nodes of low levels, many for large nodes.
__kernel void measure_nodes(__global const float* restrict bodies, uint body_stride, __global const float* restrict box,
                   __global const uint* restrict counts, uint level, uint capacity, uint first,
                   __global const uint* restrict links, __global float* restrict nodes, uint stride) {
    __local float4 shares[NODE_GROUP];
    if (get_group_id(0) < min(counts[level], capacity))
        measure(first + get_group_id(0), bodies, body_stride, box, links, nodes, stride, shares);
}
