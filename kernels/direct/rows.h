// Returns a row, or, beyond the last row, a body so far away that it attracts nothing. Its mass is the last
// body's mass, so that blocks of equal masses stay uniform. (1e18 squared is still a finite float; the cube
// of its inverse is 0.)
float4 row_or_far_away(__global const float4* restrict positions, uint row, uint rows) {
    const float4 body = positions[min(row, rows - 1)];
    return row < rows ? body : (float4)(1e18f, 1e18f, 1e18f, body.w);
}
