// A product of two square matrices, C = A B: the first kernel to read.
//
//   C[row][column] = sum over k of  A[row][k] * B[k][column]
//
// A kernel is what one work-item does, and there is a work-item for every element of C: an index space of as many
// columns and rows as C has. get_global_id says which element is mine: 0 asks for the first dimension, the column, and
// 1 for the second, the row. I walk along my row of A and down my column of B, multiply and add, and write one number.
// Nobody else writes it, so nobody has to wait.
//
// A matrix lies in memory row after row: the element at (row, column) is number row * width + column. Work-items that
// stand next to each other have neighboring columns, and read and write neighboring numbers, which a GPU fetches at
// once.
//
// The index space is a little larger than C where its width is no multiple of a work-group's. Items outside of C do
// nothing.

__kernel void multiply(__global const float* restrict a, __global const float* restrict b, uint width,
                       __global float* restrict c) {
    const uint column = get_global_id(0);
    const uint row = get_global_id(1);
    if (row < width && column < width) {
        float sum = 0.0f;
        for (uint k = 0; k < width; ++k) sum += a[row * width + k] * b[k * width + column];
        c[row * width + column] = sum;
    }
}
