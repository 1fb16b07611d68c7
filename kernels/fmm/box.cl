// Chooses the cube that the Morton keys subdivide; this is the first step of building the tree. The center of
// the cube is the median of a sample of bodies. Its half width is 1,024 times a typical distance of the
// bodies from the center, or the extent of all bodies if that is smaller. So a single distant body cannot
// reduce the resolution for all other bodies.
#include "kernels/fmm/tree.h"

#define SAMPLES 256

// Each work-group g finds the minimum and maximum coordinates of its share of the bodies and writes them to
// extents[2 g] and extents[2 g + 1]. `positions` holds x, y, z and mass per row, in model units.
__kernel __attribute__((reqd_work_group_size(BOX_GROUP, 1, 1)))
void find_extents(__global const float4* restrict positions, uint bodies, __global float4* restrict extents) {
    __local float4 least[BOX_GROUP], greatest[BOX_GROUP];
    const uint lane = get_local_id(0);
    const uint share = (bodies + get_num_groups(0) - 1) / get_num_groups(0);
    const uint first = get_group_id(0) * share;
    float4 low = (float4)(MAXFLOAT, MAXFLOAT, MAXFLOAT, 0.0f), high = (float4)(-MAXFLOAT, -MAXFLOAT, -MAXFLOAT, 0.0f);
    for (uint i = first + lane; i < min(first + share, bodies); i += BOX_GROUP) {
        const float4 body = positions[i];
        low.xyz = fmin(low.xyz, body.xyz);
        high.xyz = fmax(high.xyz, body.xyz);
    }
    least[lane] = low;
    greatest[lane] = high;
    for (uint half_size = BOX_GROUP / 2; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane < half_size) {
            least[lane] = fmin(least[lane], least[lane + half_size]);
            greatest[lane] = fmax(greatest[lane], greatest[lane + half_size]);
        }
    }
    if (lane == 0) {
        extents[2 * get_group_id(0)] = least[0];
        extents[2 * get_group_id(0) + 1] = greatest[0];
    }
}

// Sets *found to the number that would have the index `rank` if the first `count` numbers were sorted in ascending
// order. Each work-item tests one number.
void keep_if_rank(__local const float* numbers, uint count, uint rank, __local float* found) {
    const uint lane = get_local_id(0);
    uint smaller = 0;
    for (uint i = 0; i < count; ++i)
        smaller += numbers[i] < numbers[lane] || (numbers[i] == numbers[lane] && i < lane);
    if (lane < count && smaller == rank) *found = numbers[lane];
}

// Computes the box (center and half width, in model units) from SAMPLES bodies and the extents of all
// work-groups. Must be launched with a single work-group.
__kernel __attribute__((reqd_work_group_size(SAMPLES, 1, 1)))
void choose_box(__global const float4* restrict positions, uint bodies, __global const float4* restrict extents,
                uint parts, __global float* restrict box) {
    __local float numbers[SAMPLES], found[5];
    const uint lane = get_local_id(0);
    const uint count = min(bodies, (uint)SAMPLES);
    const float4 body = positions[(uint)((ulong)min(lane, count - 1) * bodies / count)];
    if (lane < 5) found[lane] = 0.0f;
    for (uint axis = 0; axis < 3; ++axis) {
        numbers[lane] = axis == 0 ? body.x : axis == 1 ? body.y : body.z;
        barrier(CLK_LOCAL_MEM_FENCE);
        keep_if_rank(numbers, count, count / 2, &found[axis]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float4 middle = (float4)(found[0], found[1], found[2], 0.0f);
    const float4 away = fabs(body - middle);
    numbers[lane] = fmax(away.x, fmax(away.y, away.z));
    barrier(CLK_LOCAL_MEM_FENCE);
    // found[3] is the lower quartile of the distances, and found[4] their median. The lower quartile is used, because
    // it measures the clump around the box's center if the bodies form two distant clumps. The median is used if the
    // quartile is 0.
    keep_if_rank(numbers, count, count / 4, &found[3]);
    keep_if_rank(numbers, count, count / 2, &found[4]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0) {
        float half_width = 0.0f;
        for (uint part = 0; part < parts; ++part) {
            const float4 low = fabs(extents[2 * part] - middle), high = fabs(extents[2 * part + 1] - middle);
            if (extents[2 * part].x > extents[2 * part + 1].x) continue;  // this work-group had no bodies
            half_width = fmax(half_width, fmax(fmax(low.x, fmax(low.y, low.z)), fmax(high.x, fmax(high.y, high.z))));
        }
        const float near = found[3] > 0.0f ? found[3] : found[4];
        if (near > 0.0f) half_width = fmin(half_width, 1024.0f * near);
        box[BOX_X] = middle.x;
        box[BOX_Y] = middle.y;
        box[BOX_Z] = middle.z;
        box[BOX_HALF] = half_width > 0.0f ? half_width : 1.0f;
    }
}
