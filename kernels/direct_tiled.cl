// Direct sum, one body per work-item, tiles of sources in local memory: a work-group loads a tile together,
// waits at a barrier, and every item sums over it (Nyland, Harris and Prins 2007, GPU Gems 3, chapter 31).
//
//   a_i = sum_j m_j (x_j - x_i) / (|x_j - x_i|^2 + softening^2)^(3/2)      (Plummer softening)
//
// TILE is the work-group size; source_count is a multiple of it; G is in the sources' masses.
// With POTENTIAL, w holds -sum_j m_j / sqrt(|x_j - x_i|^2 + softening^2) over j != i, for sources that are
// all bodies in order. Tiles are summed apart, so that rounding errors stay small.

__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void accelerate(__global const float4* restrict positions, uint first, uint end,
                __global const float4* restrict sources, uint source_count, float softening_squared,
                __global float4* restrict accelerations) {
    __local float4 tile[TILE];
    const uint lane = get_local_id(0);
    const uint i = first + get_global_id(0);
    const float4 body = positions[min(i, end - 1)];

    float4 total = (float4)(0.0f);
    for (uint start = 0; start < source_count; start += TILE) {
        tile[lane] = sources[start + lane];
        barrier(CLK_LOCAL_MEM_FENCE);
        float4 sum = (float4)(0.0f);
        for (uint j = 0; j < TILE; ++j) {
            const float4 source = tile[j];
            const float dx = source.x - body.x;
            const float dy = source.y - body.y;
            const float dz = source.z - body.z;
            const float inverse = INVERSE_SQRT(mad(dx, dx, mad(dy, dy, mad(dz, dz, softening_squared))));
            const float pull = source.w * inverse * (inverse * inverse);
            sum.x = mad(pull, dx, sum.x);
            sum.y = mad(pull, dy, sum.y);
            sum.z = mad(pull, dz, sum.z);
#ifdef POTENTIAL
            sum.w -= start + j == i ? 0.0f : source.w * inverse;
#endif
        }
        total += sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < end) accelerations[i] = total;
}
