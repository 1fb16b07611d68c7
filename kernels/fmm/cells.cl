// Builds a level of the tree from the level below. The nodes of the level below (bodies, if that level is level 0) are
// called items. The new nodes are the largest Morton cells with at most `most` items. If a cell of maximum depth has
// more than `most` items, the cell is divided into nodes of `most` items. Items are sorted by key, so every cell is a
// contiguous range of items, and each work-item can find the cells that begin within its chunk of items.
#include "kernels/fmm/keys.h"
#include "kernels/fmm/tree.h"

// Returns the first of the items low ... item that lies in the same Morton cell of depth `depth` as `item`.
uint cell_begin(__global const ulong* restrict keys, uint low, uint item, int depth) {
    uint high = item;
    while (low < high) {
        const uint middle = low + (high - low) / 2;
        if (share_cell(keys[middle], keys[item], depth))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

// Returns the first of the items item + 1 ... high - 1 that lies outside of the Morton cell of depth `depth` that
// contains `item`. Returns `high` if all of these items lie in that cell.
uint cell_end(__global const ulong* restrict keys, uint item, uint high, int depth) {
    uint low = item + 1;
    while (low < high) {
        const uint middle = low + (high - low) / 2;
        if (share_cell(keys[middle], keys[item], depth))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Returns whether a node begins at `item`, which is the case if the smallest cell that contains both `item`
// and the preceding item holds more than `most` items.
bool begins_cell(__global const ulong* restrict keys, uint count, uint most, uint item) {
    if (item == 0) return true;
    const int depth = shared_depth(keys[item - 1], keys[item]);
    const uint low = item > most ? item - most : 0;
    const uint begin = cell_begin(keys, low, item, depth);
    const bool is_full = item - begin == most ||
                         (begin + most < count && share_cell(keys[begin + most], keys[item], depth));
    if (depth < MAX_DEPTH || !is_full) return is_full;
    return (item - cell_begin(keys, 0, item, MAX_DEPTH)) % most == 0;
}

// Returns the end of the node that begins at `item`.
uint end_of_cell(__global const ulong* restrict keys, uint count, uint most, uint item) {
    const int before = item > 0 ? shared_depth(keys[item - 1], keys[item]) : -1;
    const int behind = item + most < count ? shared_depth(keys[item], keys[item + most]) : -1;
    return cell_end(keys, item, min(item + most, count), min(max(before, behind) + 1, MAX_DEPTH));
}

// First pass: work-item g counts the nodes that begin at the items g * chunk ... (g + 1) * chunk - 1 and
// writes the number to cells[g]. The items' keys begin at all_keys + first. counts[level] is the number of
// items; at most `capacity` items are used.
__kernel void count_cells(__global const ulong* restrict all_keys, uint first, __global const uint* restrict counts,
                          uint level, uint capacity, uint most, uint chunk, uint chunks,
                          __global uint* restrict cells) {
    const uint g = get_global_id(0);
    if (g >= chunks) return;
    __global const ulong* const keys = all_keys + first;
    const uint count = min(counts[level], capacity);
    const uint end = min((g + 1) * chunk, count);
    uint found = 0;
    uint item = g * chunk;
    while (item < end && !begins_cell(keys, count, most, item)) ++item;
    for (; item < end; item = end_of_cell(keys, count, most, item)) ++found;
    cells[g] = found;
}

// Second pass, after a prefix sum over `cells`: writes keys and links of the new nodes from index `above` on,
// at most `above_capacity` nodes.
__kernel void list_cells(__global const ulong* restrict all_keys, uint first, __global const uint* restrict counts,
                         uint level, uint capacity, uint most, uint chunk, uint chunks,
                         __global const uint* restrict cells,
                         __global ulong* restrict node_keys, __global uint* restrict links, uint stride, uint above,
                         uint above_capacity) {
    const uint g = get_global_id(0);
    if (g >= chunks) return;
    __global const ulong* const keys = all_keys + first;
    const uint count = min(counts[level], capacity);
    const uint end = min((g + 1) * chunk, count);
    uint node = cells[g];
    uint item = g * chunk;
    while (item < end && !begins_cell(keys, count, most, item)) ++item;
    while (item < end) {
        const uint next = end_of_cell(keys, count, most, item);
        if (node < above_capacity) {
            node_keys[above + node] = keys[item];
            CHILD(above + node) = first + item;
            BODY(above + node) = level == 0 ? item : BODY(first + item);
            // Writes the end of the last node. Every other node ends where the next node begins.
            if (next == count || node + 1 == above_capacity) {
                CHILD(above + node + 1) = first + next;
                BODY(above + node + 1) = level == 0 ? next : BODY(first + next);
            }
            for (uint child = item; level > 0 && child < next; ++child) PARENT(first + child) = above + node;
        }
        ++node;
        item = next;
    }
}

// Builds the root level: each root node contains up to eight nodes of the top level, which is the level below. The walk
// treats all pairs of root nodes as unresolved.
__kernel void list_roots(__global uint* restrict counts, uint level, uint capacity, uint first,
                         __global uint* restrict links, uint stride, uint above, uint above_capacity) {
    const uint root = get_global_id(0);
    const uint count = min(counts[level], capacity);
    const uint roots = min((count + 7) / 8, above_capacity);
    if (root == 0) counts[level + 1] = (count + 7) / 8;
    if (root >= roots) return;
    const uint end = root + 1 == roots ? min(8 * root + 8, count) : 8 * root + 8;
    CHILD(above + root) = first + 8 * root;
    CHILD(above + root + 1) = first + end;
    for (uint child = 8 * root; child < end; ++child) PARENT(first + child) = above + root;
}
