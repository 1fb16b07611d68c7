// M2L on GPUs: converts multipole moments of well-separated source nodes to local expansions of sink nodes. A
// work-group computes one sink. Its work-items search the unresolved pairs of the sink's parent for children
// that are well separated from the sink. They put these sources into a queue, and convert FAR_GROUP sources
// at a time, one per work-item.
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/expansions.h"
#include "kernels/fmm/pieces.h"
#include "kernels/fmm/rows.h"
#include "kernels/fmm/tree.h"

#define ROW (FAR_GROUP + 1)  // length of a row in local memory; the extra element avoids bank conflicts

// Examines at most FAR_GROUP unresolved pairs of the sink's parent: pair ... end - 1. Appends the sources that are well
// separated from the sink to `queue`, which already holds `queued` sources. Returns the new length of the queue.
uint queue_far(__global const uint* restrict links, uint child_of_sink, uint pair, uint end,
               __global const uint* restrict unresolved, __global const ulong* restrict matrix, __local uint* found,
               __local uint* queue, uint queued) {
    const uint lane = get_local_id(0);
    uint far = 0, source = 0;
    if (pair + lane < end) {
        source = CHILD(unresolved[pair + lane]);
        const uint valid = (1u << min(CHILD(unresolved[pair + lane] + 1) - source, 8u)) - 1;
        far = ~(uint)(matrix[pair + lane] >> (8 * child_of_sink)) & valid;
    }
    found[lane] = popcount(far);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = queued, all = queued;
    for (uint other = 0; other < FAR_GROUP; ++other) {
        at += other < lane ? found[other] : 0;
        all += found[other];
    }
    for (; far != 0; ++source, far >>= 1)
        if (far & 1u) queue[at++] = source;
    barrier(CLK_LOCAL_MEM_FENCE);
    return all;
}

// Computes the local expansion of `sink` from one piece (FAR_PIECE pairs) of its parent's list of unresolved pairs.
void locals_of_sink(uint sink, uint piece, __global const uint* restrict links,
                    __global const float* restrict nodes, uint stride,
                    __global const float* restrict moments, uint pair_capacity,
                    __global const uint* restrict unresolved,
                    __global const ulong* restrict matrix, float softening_squared, __global float* restrict locals,
                    __local uint* queue, __local uint* found, __local float* exchange) {
    const uint lane = get_local_id(0), parent = PARENT(sink);
    const float x = CENTER_X(sink), y = CENTER_Y(sink), z = CENTER_Z(sink), scale = SCALE(sink);

    float sum[LOCALS], from[MOMENT_ROW];
#pragma unroll
    for (uint n = 0; n < LOCALS; ++n) sum[n] = 0.0f;
    uint pair = UNRESOLVED_AT(parent) + piece * FAR_PIECE, queued = 0;
    const uint end = min(min(UNRESOLVED_AT(parent + 1), pair_capacity), pair + FAR_PIECE);
    for (;;) {
        while (queued < FAR_GROUP && pair < end) {
            queued = queue_far(links, sink - CHILD(parent), pair, end, unresolved, matrix, found, queue, queued);
            pair += FAR_GROUP;
        }
        if (queued == 0) break;
        const uint taken = min(queued, (uint)FAR_GROUP);
        queued -= taken;
        const uint source = queue[queued + (lane < taken ? lane : 0)];
        const float dx = x - CENTER_X(source), dy = y - CENTER_Y(source), dz = z - CENTER_Z(source);
        read_row(moments + source * MOMENT_ROW, MOMENT_ROW, from);
        add_locals(from, dx, dy, dz, inverse_root(dx * dx + dy * dy + dz * dz + softening_squared), SCALE(source),
                   scale,
                   lane < taken ? 1.0f : 0.0f, sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    // Adds up the expansions of all work-items, FAR_GROUP coefficients at a time: work-item `lane` adds up coefficient
    // n0 + lane.
#pragma unroll
    for (uint n0 = 0; n0 < LOCALS; n0 += FAR_GROUP) {
#pragma unroll
        for (uint n = n0; n < n0 + FAR_GROUP; ++n)
            if (n < LOCALS) exchange[(n - n0) * ROW + lane] = sum[n];
        barrier(CLK_LOCAL_MEM_FENCE);
        float all = 0.0f;
        for (uint other = 0; other < FAR_GROUP; ++other) all += exchange[lane * ROW + other];
        if (n0 + lane < LOCALS) locals[n0 + lane] = all;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

// M2L for the nodes of one level. Earlier launches have computed the first `skipped` work-groups. Each of the first
// `capacity` work-groups computes one node, and each later work-group computes one extra piece of a long list (tree.h).
// Writes a row of LOCAL_ROW numbers per node to `locals`, and per extra piece to `more_locals`.
__kernel __attribute__((reqd_work_group_size(FAR_GROUP, 1, 1)))
void far_field(__global const uint* restrict counts, uint level, uint capacity, uint first, uint skipped,
               uint more_capacity,
               __global const uint* restrict links, __global const float* restrict nodes, uint stride,
               __global const float* restrict moments, uint pair_capacity, __global const uint* restrict unresolved,
               __global const ulong* restrict matrix, float softening_squared, __global float* restrict locals,
               __global float* restrict more_locals) {
    __local uint queue[9 * FAR_GROUP], found[FAR_GROUP];
    __local float exchange[FAR_GROUP * ROW];
    const uint place = skipped + get_group_id(0);
    const bool is_first = place < capacity;
    const uint more = is_first ? 0 : MORE_FAR(first) + place - capacity;
    const uint sink = first + (is_first ? place : owner_of_piece(&MORE_FAR(first), capacity, more));
    const bool exists = is_first ? place < counts[level] : more < min(MORE_FAR(first + capacity), more_capacity);
    if (exists)
        locals_of_sink(sink, is_first ? 0 : 1 + more - MORE_FAR(sink), links, nodes, stride, moments, pair_capacity,
                       unresolved,
                       matrix, softening_squared, is_first ? locals + sink * LOCAL_ROW : more_locals + more * LOCAL_ROW,
                       queue,
                       found, exchange);
}
