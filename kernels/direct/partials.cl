// Adds up the partial sums of each row in a fixed order, so that results are reproducible. `partials` has `slots`
// slots; a slot is an array of `stride` partial sums, one per row. For each i < rows, computes `weight` times the sum
// of partials[slot * stride + i] over all slots. If `add` is 0, stores the result in accelerations[first + i]; if `add`
// is 1, adds the result to accelerations[first + i].
//
// A work-group handles ROWS rows. LANES work-items share a row: each work-item adds every LANES-th slot, and the first
// work-item adds up these LANES sums.

__kernel __attribute__((reqd_work_group_size(ROWS, LANES, 1)))
void add_partials(__global const float4* restrict partials, uint stride, uint slots, float weight, uint add,
                  __global float4* restrict accelerations, uint first, uint rows) {
    __local float4 sums[LANES][ROWS];
    const uint column = get_local_id(0);
    const uint lane = get_local_id(1);
    const uint i = get_group_id(0) * ROWS + column;

    float4 sum = (float4)(0.0f);
    if (i < rows) {
#pragma unroll 8
        for (uint slot = lane; slot < slots; slot += LANES) sum += partials[(size_t)slot * stride + i];
    }
    sums[lane][column] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane == 0 && i < rows) {
        for (uint other = 1; other < LANES; ++other) sum += sums[other][column];
        sum *= weight;
        accelerations[first + i] = add ? accelerations[first + i] + sum : sum;
    }
}
