// How many pieces a row has beyond the first.
#include "kernels/fmm/tree.h"

__kernel void count_pieces(__global const uint* restrict counts, uint plane, uint room, uint first,
                           uint above_pair_room, uint pair_room, __global uint* restrict links, uint stride) {
    const uint i = get_global_id(0);
    if (i > room) return;
    const uint node = first + i;
    uint far = 0, near = 0;
    if (i < min(counts[plane], room)) {
        const uint parent = PARENT(node);
        const uint far_end = min(OPEN_AT(parent + 1), above_pair_room), near_end = min(OPEN_AT(node + 1), pair_room);
        if (far_end > OPEN_AT(parent)) far = (far_end - OPEN_AT(parent) - 1) / FAR_PIECE;
        if (plane == 1 && near_end > OPEN_AT(node)) near = (near_end - OPEN_AT(node) - 1) / NEAR_PIECE;
    }
    MORE_FAR(node) = far;
    if (plane == 1) MORE_NEAR(node) = near;
}
