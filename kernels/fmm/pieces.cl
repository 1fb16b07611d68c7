// Counts the extra pieces of each node's interaction lists. Long lists are divided into pieces of FAR_PIECE and
// NEAR_PIECE pairs (tree.h). Writes the counts to MORE_FAR and, for leaves, MORE_NEAR. A prefix sum then converts the
// counts to the index of each node's first extra piece.
#include "kernels/fmm/tree.h"

__kernel void count_pieces(__global const uint* restrict counts, uint level, uint capacity, uint first,
                           uint above_pair_capacity, uint pair_capacity, __global uint* restrict links, uint stride) {
    const uint i = get_global_id(0);
    if (i > capacity) return;
    const uint node = first + i;
    uint far = 0, near = 0;
    if (i < min(counts[level], capacity)) {
        const uint parent = PARENT(node);
        const uint far_end = min(UNRESOLVED_AT(parent + 1), above_pair_capacity),
        near_end = min(UNRESOLVED_AT(node + 1), pair_capacity);
        if (far_end > UNRESOLVED_AT(parent)) far = (far_end - UNRESOLVED_AT(parent) - 1) / FAR_PIECE;
        if (level == 1 && near_end > UNRESOLVED_AT(node)) near = (near_end - UNRESOLVED_AT(node) - 1) / NEAR_PIECE;
    }
    MORE_FAR(node) = far;
    if (level == 1) MORE_NEAR(node) = near;
}
