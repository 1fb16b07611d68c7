// Returns a row of `positions`. Beyond the last row, returns a body that is too far away to attract any other
// body. Its mass is the last body's mass, so that blocks of equal masses stay uniform. (The distance 1e18
// squared is a finite float, and the cube of its inverse is 0.)
float4 row_or_far_away(__global const float4* restrict positions, uint row, uint rows) {
    const float4 body = positions[min(row, rows - 1)];
    return row < rows ? body : (float4)(1e18f, 1e18f, 1e18f, body.w);
}
