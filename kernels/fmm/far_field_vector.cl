// M2L on CPUs: converts multipole moments of well-separated source nodes to local expansions of sink nodes. A work-item
// computes all children of one node, because they have common candidate sources. WIDTH sources at a time are gathered
// into vectors. A lane adds nothing if its source is not well separated from the sink. Arguments: see far_field.cl.
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/expansions.h"
#include "kernels/fmm/tree.h"

#define SINKS 8

// Each work-item writes the local expansions of the children of one node of `level`.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void far_field(__global const uint* restrict counts, uint level, uint capacity, uint first, uint skipped,
               uint more_capacity,
               __global const uint* restrict links, __global const float* restrict nodes, uint stride,
               __global const float* restrict moments, uint pair_capacity, __global const uint* restrict unresolved,
               __global const ulong* restrict matrix, float softening_squared, __global float* restrict locals,
               __global float* restrict more_locals) {
    // Lists are not divided into pieces on a CPU, because its few threads always have enough work.
    (void)more_capacity, (void)more_locals;
    const uint place = skipped + get_global_id(0);
    if (place >= min(counts[level], capacity)) return;
    const uint parent = first + place;
    const uint sink = CHILD(parent), sinks = min(CHILD(parent + 1) - sink, (uint)SINKS);

    real sum[SINKS][LOCALS];
    for (uint s = 0; s < sinks; ++s)
        for (uint n = 0; n < LOCALS; ++n) sum[s][n] = 0.0f;
    real from[MOMENTS];
    float xs[WIDTH], ys[WIDTH], zs[WIDTH], scales[WIDTH];
    int far_of[WIDTH];
    const ulong present = 0x0101010101010101ul >> (8 * (SINKS - sinks));

    const uint end = min(UNRESOLVED_AT(parent + 1), pair_capacity);
    uint pair = UNRESOLVED_AT(parent), source = 0, source_end = 0, lanes = WIDTH;
    ulong near = 0;
    while (lanes == WIDTH) {
        for (lanes = 0; lanes < WIDTH && (source < source_end || pair < end); ++source, near >>= 1) {
            if (source >= source_end) {
                source = CHILD(unresolved[pair]);
                source_end = CHILD(unresolved[pair] + 1);
                near = matrix[pair++];
            }
            const ulong far = ~near & present;  // bit 8 * s is set if the source is well separated from sink s
            if (far == 0) continue;
            // packs the bits of all eight sinks (bits 0, 8, 16 ... 56) into the bits 0 to 7
            far_of[lanes] = (int)((far * 0x0102040810204080ul) >> 56);
            xs[lanes] = CENTER_X(source);
            ys[lanes] = CENTER_Y(source);
            zs[lanes] = CENTER_Z(source);
            scales[lanes] = SCALE(source);
            for (uint k = 0; k < MOMENTS; ++k) ((float*)(from + k))[lanes] = moments[source * MOMENT_ROW + k];
            ++lanes;
        }
        if (lanes == 0) break;
        for (uint lane = lanes; lane < WIDTH; ++lane) {
            far_of[lane] = 0;
            xs[lane] = xs[0];
            ys[lane] = ys[0];
            zs[lane] = zs[0];
            scales[lane] = scales[0];
            for (uint k = 0; k < MOMENTS; ++k) ((float*)(from + k))[lane] = 0.0f;
        }
        for (uint s = 0; s < sinks; ++s) {
            const real live = where((load(0, far_of) & (int)(1u << s)) != 0, (real)(1.0f), 0.0f);
            const real dx = CENTER_X(sink + s) - load(0, xs);
            const real dy = CENTER_Y(sink + s) - load(0, ys);
            const real dz = CENTER_Z(sink + s) - load(0, zs);
            add_locals(from, dx, dy, dz, inverse_root(dx * dx + dy * dy + dz * dz + softening_squared),
                       load(0, scales), SCALE(sink + s), live, sum[s]);
        }
    }
    for (uint s = 0; s < sinks; ++s)
        for (uint n = 0; n < LOCALS; ++n) locals[(sink + s) * LOCAL_ROW + n] = sum_of_lanes(sum[s][n]);
}
