// Bodies of a leaf are pulled by those of the leaves that it opens. A work-group owns a leaf: it copies sources into a
// tile, and every body of the leaf has as many items as there is room for, which share the tile.
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/tree.h"

#define TILE (4 * WORK_GROUP)

void pull_leaf(uint leaf, __global const float* restrict bodies, uint body_stride, __global const uint* restrict links,
               uint stride, uint pair_room, __global const uint* restrict open, float softening_squared,
               __global float4* restrict near, __local float4* tile, __local uint* begins, __local uint* sizes) {
    const uint item = get_local_id(0);
    const uint begin = BODY(leaf), count = min(BODY(leaf + 1) - begin, (uint)WORK_GROUP);
    uint slots = 1;
    while (slots < count) slots *= 2;
    const uint slot = item % slots, part = item / slots, parts = WORK_GROUP / slots;
    const uint body = begin + min(slot, count - 1);
    const float x = BODY_X(body), y = BODY_Y(body), z = BODY_Z(body);

    float4 sum = 0.0f;
    const uint end = min(OPEN_AT(leaf + 1), pair_room);
    uint filled = 0;
    for (uint pair = OPEN_AT(leaf); pair < end; pair += WORK_GROUP) {
        if (pair + item < end) {
            const uint source = open[pair + item];
            begins[item] = BODY(source);
            sizes[item] = min(BODY(source + 1) - BODY(source), (uint)WORK_GROUP);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint leaves = min((uint)WORK_GROUP, end - pair);
        for (uint k = 0; k < leaves; ++k) {
            const uint i = begins[k] + item;
            if (item < sizes[k]) tile[filled + item] = (float4)(BODY_X(i), BODY_Y(i), BODY_Z(i), BODY_MASS(i));
            filled += sizes[k];
            if (filled > TILE - WORK_GROUP || pair + k + 1 == end) {
                barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 4
                for (uint j = part; j < filled; j += parts) {
                    const float4 source = tile[j];
                    const float dx = source.x - x, dy = source.y - y, dz = source.z - z;
                    const float inverse = inverse_root(dx * dx + dy * dy + dz * dz + softening_squared);
                    const float potential = source.w * inverse, pull = potential * (inverse * inverse);
                    sum.x += pull * dx;
                    sum.y += pull * dy;
                    sum.z += pull * dz;
                    sum.w += potential;
                }
                filled = 0;
                barrier(CLK_LOCAL_MEM_FENCE);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    tile[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < count) {
        for (uint other = 1; other < parts; ++other) sum += tile[other * slots + item];
        near[body] = sum;
    }
}

__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1)))
void near_field(__global const float* restrict bodies, uint body_stride, __global const uint* restrict counts,
                uint plane, uint room, uint first, uint skipped, __global const uint* restrict links, uint stride,
                uint pair_room, __global const uint* restrict open, float softening_squared,
                __global float4* restrict near) {
    __local float4 tile[TILE];
    __local uint begins[WORK_GROUP], sizes[WORK_GROUP];
    const uint place = skipped + get_group_id(0);
    if (place < min(counts[plane], room))
        pull_leaf(first + place, bodies, body_stride, links, stride, pair_room, open, softening_squared, near, tile,
                  begins, sizes);
}
