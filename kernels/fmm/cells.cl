// A level of the tree from the one below: the largest Morton cells with at most `most` items, and where more lie in one
// cell of the deepest depth, runs of `most` of them. Items are sorted by key, so that a cell is a run of items, and
// each work-item can tell the cells that begin among its own few.
#include "kernels/fmm/keys.h"
#include "kernels/fmm/tree.h"

// The first item of low ... item that shares the item's cell.
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

// The first item of item + 1 ... high that does not, else high.
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

// An item begins a cell of the level if the cell that it shares with the one before holds more than `most`.
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

// The end of the cell that the item begins.
uint end_of_cell(__global const ulong* restrict keys, uint count, uint most, uint item) {
    const int before = item > 0 ? shared_depth(keys[item - 1], keys[item]) : -1;
    const int behind = item + most < count ? shared_depth(keys[item], keys[item + most]) : -1;
    return cell_end(keys, item, min(item + most, count), min(max(before, behind) + 1, MAX_DEPTH));
}

// Item g of the NDRange counts the cells that begin in items g chunk ... (g + 1) chunk - 1 of the level.
__kernel void count_cells(__global const ulong* restrict all_keys, uint first, __global const uint* restrict counts,
                          uint level, uint capacity, uint most, uint chunk, uint chunks, __global uint* restrict cells) {
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

// The same again, with the number of cells before each chunk: writes the nodes of the level above.
__kernel void list_cells(__global const ulong* restrict all_keys, uint first, __global const uint* restrict counts,
                         uint level, uint capacity, uint most, uint chunk, uint chunks, __global const uint* restrict cells,
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
            // the end of the last node; each other's is the next one's beginning
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

// The root: runs of eight nodes of the topmost level, each of which opens all.
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
