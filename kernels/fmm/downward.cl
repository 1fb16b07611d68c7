// Downward pass: passes local expansions from each node to its children (L2L), and evaluates the expansions of leaves
// at their bodies (L2P).
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/expansions.h"
#include "kernels/fmm/rows.h"
#include "kernels/fmm/tree.h"

// L2L: a work-item completes the local expansion of one node of `level`. It adds the results of the extra pieces of the
// node's far-field list (tree.h) and, if `has_parent` is true, the translated expansion of the parent. `locals` has
// a row of LOCAL_ROW numbers per node: LOCALS coefficients and unused numbers.
__kernel void locals_to_children(__global const uint* restrict counts, uint level, uint capacity, uint first,
                                 uint has_parent, __global const uint* restrict links,
                                 __global const float* restrict nodes, uint stride,
                                 __global const float* restrict more_locals, uint more_capacity,
                                 __global float* restrict locals) {
    if (get_global_id(0) >= min(counts[level], capacity)) return;
    const uint node = first + get_global_id(0);
    float from[LOCAL_ROW], sum[LOCAL_ROW];
    read_row(locals + node * LOCAL_ROW, LOCAL_ROW, sum);
    const uint end = min(MORE_FAR(node + 1), more_capacity);
    for (uint piece = MORE_FAR(node); piece < end; ++piece)
#pragma unroll
        for (uint n = 0; n < LOCALS; ++n) sum[n] += more_locals[piece * LOCAL_ROW + n];
    if (has_parent) {
        const uint parent = PARENT(node);
        const float unit = 1.0f / SCALE(parent);
        read_row(locals + parent * LOCAL_ROW, LOCAL_ROW, from);
        move_locals(from, (CENTER_X(node) - CENTER_X(parent)) * unit, (CENTER_Y(node) - CENTER_Y(parent)) * unit,
                    (CENTER_Z(node) - CENTER_Z(parent)) * unit, SCALE(node) * unit, sum);
    }
    write_row(sum, LOCAL_ROW, locals + node * LOCAL_ROW);
}

// L2P: a work-item computes the accelerations of one leaf's bodies, with potentials in w, as the sum of the far field
// (local expansion) and the near field. The near field also contains the pair of each body with itself, whose potential
// is mass/softening. To subtract that potential, `own_potential` is 1/softening. The kernel writes results for the
// bodies requested_first ... requested_last - 1 in Morton order. If `along_curve` is true (on a secondary device), the
// rows of `accelerations` are in Morton order, otherwise in the order of the particle set.
__kernel void evaluate_locals(__global const float* restrict bodies, uint body_stride,
                              __global const uint* restrict counts, uint level, uint capacity, uint first,
                              __global const uint* restrict links, __global const float* restrict nodes, uint stride,
                              __global const float* restrict locals, __global const float4* restrict near,
                              __global const float4* restrict more_near, uint more_capacity,
                              __global const uint* restrict order, uint along_curve, uint requested_first,
                              uint requested_last, float gravity, float own_potential,
                              __global float4* restrict accelerations) {
    if (get_global_id(0) >= min(counts[level], capacity)) return;
    const uint leaf = first + get_global_id(0);
    if (!IS_REQUESTED(leaf, requested_first, requested_last)) return;
    const float x = CENTER_X(leaf), y = CENTER_Y(leaf), z = CENTER_Z(leaf), unit = 1.0f / SCALE(leaf);
    float from[LOCAL_ROW];
    read_row(locals + leaf * LOCAL_ROW, LOCAL_ROW, from);
    const uint begin = BODY(leaf), end = BODY(leaf + 1), more_end = min(MORE_NEAR(leaf + 1), more_capacity);
    for (uint i = begin; i < end; i += WIDTH) {
        real field[4] = {0.0f, 0.0f, 0.0f, 0.0f};
        const whole inside = LANE_NUMBERS < (whole)(end - i);
        add_field(from, where(inside, (load(0, &BODY_X(i)) - x) * unit, 0.0f),
                  where(inside, (load(0, &BODY_Y(i)) - y) * unit, 0.0f),
                  where(inside, (load(0, &BODY_Z(i)) - z) * unit, 0.0f), field);
        float fx[WIDTH], fy[WIDTH], fz[WIDTH], fw[WIDTH];
        store(field[0] * unit, 0, fx);
        store(field[1] * unit, 0, fy);
        store(field[2] * unit, 0, fz);
        store(field[3], 0, fw);
        for (uint lane = 0; lane < WIDTH && i + lane < end; ++lane) {
            float4 sum = near[i + lane] + (float4)(fx[lane], fy[lane], fz[lane], fw[lane]);
            for (uint piece = MORE_NEAR(leaf); piece < more_end; ++piece)
                sum += more_near[piece * LARGEST_LEAF + (i + lane - begin)];
            const float potential = BODY_MASS(i + lane) * own_potential - sum.w;
            const uint row = along_curve ? i + lane : order[i + lane];
            if (i + lane >= requested_first && i + lane < requested_last)
                accelerations[row] = gravity * (float4)(sum.xyz, potential);
        }
    }
}
