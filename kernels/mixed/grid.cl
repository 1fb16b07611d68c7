// Sorts small particles into a uniform grid. Each cell has a counter and a fixed number of slots, and the grid is
// rebuilt in every time step (Harada 2007, GPU Gems 3, chapter 29.2.3, but with counters instead of stencil passes).
#include "kernels/mixed/mixed.h"

// Empties all slots, and sets the number of particles in every cell and the number of full cells to 0.
__kernel void clear_grid(__global uint* restrict grid, MixedBox box) {
    const uint cell = get_global_id(0), cells = box.cells.x * box.cells.y * box.cells.z;
    if (cell <= cells) grid[cell * (box.capacity + 1)] = 0;
    if (cell < cells)
        for (uint k = 1; k <= box.capacity; ++k) grid[cell * (box.capacity + 1) + k] = NO_PARTICLE;
}

// Puts each particle into the next free slot of its cell. The order of the particles within a cell is not reproducible.
__kernel void build_grid(__global const float4* restrict positions, __global volatile uint* grid, MixedBox box) {
    const uint i = get_global_id(0);
    if (i < box.small) {
        const uint cell = cell_record(cell_at(positions[i].xyz, box), box);
        const uint place = atomic_inc(&grid[cell]);
        if (place < box.capacity) grid[cell + 1 + place] = i;
        if (place == box.capacity) atomic_inc(&grid[full_record(box)]);
    }
}

// Puts each particle into its cell, sorted by row, so that results are reproducible. Each slot keeps the smallest row
// that arrives and passes the larger row to the next slot. So slot k ends with the k-th smallest row, and a full cell
// always drops the largest rows.
__kernel void build_sorted_grid(__global const float4* restrict positions, __global volatile uint* grid, MixedBox box) {
    const uint i = get_global_id(0);
    if (i < box.small) {
        const uint cell = cell_record(cell_at(positions[i].xyz, box), box);
        if (atomic_inc(&grid[cell]) == box.capacity) atomic_inc(&grid[full_record(box)]);
        uint handed_on = i;
        for (uint k = 1; k <= box.capacity && handed_on != NO_PARTICLE; ++k)
            handed_on = max(atomic_min(&grid[cell + k], handed_on), handed_on);
    }
}
