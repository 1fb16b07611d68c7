// Which small particles are in which cell: a uniform grid with a counter and some places for each cell, built anew for
// every iteration (Harada 2007, GPU Gems 3, chapter 29.2.3, with counters where he has passes of a stencil).
#include "kernels/mixed/mixed.h"

__kernel void clear_grid(__global uint* restrict grid, MixedBox box) {
    const uint cell = get_global_id(0), cells = box.cells.x * box.cells.y * box.cells.z;
    if (cell <= cells) grid[cell * (box.capacity + 1)] = 0;
    if (cell < cells)
        for (uint k = 1; k <= box.capacity; ++k) grid[cell * (box.capacity + 1) + k] = NOBODY;
}

// Places in the order of arrival.
__kernel void build_grid(__global const float4* restrict positions, __global volatile uint* grid, MixedBox box) {
    const uint i = get_global_id(0);
    if (i < box.small) {
        const uint cell = cell_record(cell_at(positions[i].xyz, box), box);
        const uint place = atomic_inc(&grid[cell]);
        if (place < box.capacity) grid[cell + 1 + place] = i;
        if (place == box.capacity) atomic_inc(&grid[full_record(box)]);
    }
}

// Places in the order of rows, whoever comes first: a place keeps the least number that it has seen and hands on the
// other, so that the k-th one ends with the k-th number, and what a full cell leaves out is always the same.
__kernel void build_sorted_grid(__global const float4* restrict positions, __global volatile uint* grid, MixedBox box) {
    const uint i = get_global_id(0);
    if (i < box.small) {
        const uint cell = cell_record(cell_at(positions[i].xyz, box), box);
        if (atomic_inc(&grid[cell]) == box.capacity) atomic_inc(&grid[full_record(box)]);
        uint handed_on = i;
        for (uint k = 1; k <= box.capacity && handed_on != NOBODY; ++k)
            handed_on = max(atomic_min(&grid[cell + k], handed_on), handed_on);
    }
}
