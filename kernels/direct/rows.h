// Places behind the last row get a row so far away that its pull is zero whatever its mass is. The mass is the last
// body's, so that a block of equal masses stays one. (1e18 squared is still a float; the third power of its inverse
// is zero.)
float4 row_or_far_away(__global const float4* restrict positions, uint row, uint rows) {
    const float4 body = positions[min(row, rows - 1)];
    return row < rows ? body : (float4)(1e18f, 1e18f, 1e18f, body.w);
}
