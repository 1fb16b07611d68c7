// Product of two square matrices, C = A B, as in matrix_simple.cl, but with tiles in local memory.
//
// The simple kernel is limited by memory: every work-item reads a whole row of A and a whole column of B, and
// its neighbors read the same numbers again. Here a work-group of TILE_EDGE x TILE_EDGE work-items computes a
// tile of C together. It copies a tile of A and a tile of B into local memory, which is on the chip and
// belongs to the work-group: each work-item fetches one number of each. Then every work-item uses TILE_EDGE
// numbers of both. So each number is read from global memory once for TILE_EDGE work-items, which divides the
// traffic by TILE_EDGE.
//
// The work-group advances tile by tile, along its rows of A and down its columns of B:
//
//        column ->                    B  [ ][#][ ]
//                                        [ ][#][ ]   down
//        A  [ ][ ][ ]                 C  [ ][ ][ ]
//           [#][#][#]  along             [ ][#][ ]   <- the group's tile
//
// A barrier waits for all work-items of the group. Each tile has two barriers: the first prevents reading
// numbers before they are written, the second prevents overwriting numbers that others still read. All
// work-items must reach every barrier, so work-items outside of C take part too: they fetch zeros and do not
// write.

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
