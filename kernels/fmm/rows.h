// Rows of coefficients in device memory. The length of a row is a multiple of four, and coefficients are read and
// written four at once: the rows of the work-items are far apart, and a GPU issues a request for each row and each
// instruction.

// Copies a row of `length` numbers to private memory.
void read_row(__global const float* restrict row, uint length, float* to) {
    __global const float4* const fours = (__global const float4*)row;
#pragma unroll
    for (uint k = 0; k < length; k += 4) {
        const float4 four = fours[k / 4];
        to[k] = four.x;
        to[k + 1] = four.y;
        to[k + 2] = four.z;
        to[k + 3] = four.w;
    }
}

// Copies `length` numbers from private memory to a row.
void write_row(const float* from, uint length, __global float* restrict row) {
    __global float4* const fours = (__global float4*)row;
#pragma unroll
    for (uint k = 0; k < length; k += 4) fours[k / 4] = (float4)(from[k], from[k + 1], from[k + 2], from[k + 3]);
}
