// Product of two square matrices, C = A B. This is the first kernel to read.
//
//   C[row][column] = sum over k of  A[row][k] * B[k][column]
//
// A kernel describes the work of one work-item. Here, one work-item computes one element of C, so the index space has
// as many columns and rows as C. get_global_id() returns the work-item's position: dimension 0 is the column, dimension
// 1 the row. The work-item runs along its row of A and down its column of B, multiplies, adds, and writes one element.
// No other work-item writes this element, so no synchronization is needed.
//
// Matrices are stored row after row: the element at (row, column) has the index row * width + column. Neighboring
// work-items have neighboring columns, so they read and write neighboring addresses, which a GPU transfers together.
//
// The index space is larger than C if the width is not a multiple of the work-group's width. Work-items
// outside of C do nothing.

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
