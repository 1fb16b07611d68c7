// Product of two square matrices, C = A B, as in matrix_simple.cl, but with tiles in local memory.
//
// Memory traffic limits the simple kernel: every work-item reads a whole row of A and a whole column of B, and
// neighboring work-items read most of these numbers too. Here, a work-group of TILE_EDGE x TILE_EDGE work-items
// computes a tile of C together. The work-group copies a tile of A and a tile of B into local memory, which is on the
// chip and belongs to the work-group. Each work-item copies one number of each tile, and then every work-item uses
// TILE_EDGE numbers of each tile. So one read from global memory serves TILE_EDGE work-items, which divides the traffic
// by TILE_EDGE.
//
// The work-group advances tile by tile, along its rows of A and down its columns of B:
//
//        column ->                    B  [ ][#][ ]
//                                        [ ][#][ ]   down
//        A  [ ][ ][ ]                 C  [ ][ ][ ]
//           [#][#][#]  along             [ ][#][ ]   <- the group's tile
//
// A barrier waits for all work-items of the work-group. Each tile needs two barriers. The first barrier prevents a
// work-item from reading numbers that are not written yet. The second barrier prevents a work-item from overwriting
// numbers that are still needed. All work-items must reach every barrier, so work-items outside of C take part too:
// they copy zeros and write nothing to C.

__kernel __attribute__((reqd_work_group_size(TILE_EDGE, TILE_EDGE, 1)))
void multiply(__global const float* restrict a, __global const float* restrict b, uint width,
              __global float* restrict c) {
    __local float a_tile[TILE_EDGE][TILE_EDGE];
    __local float b_tile[TILE_EDGE][TILE_EDGE];
    const uint x = get_local_id(0), column = get_global_id(0);
    const uint y = get_local_id(1), row = get_global_id(1);
    float sum = 0.0f;
    for (uint tile = 0; tile < width; tile += TILE_EDGE) {
        a_tile[y][x] = row < width && tile + x < width ? a[row * width + tile + x] : 0.0f;
        b_tile[y][x] = tile + y < width && column < width ? b[(tile + y) * width + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint k = 0; k < TILE_EDGE; ++k) sum += a_tile[y][k] * b_tile[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < width && column < width) c[row * width + column] = sum;
}
