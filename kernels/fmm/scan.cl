// Exclusive prefix sum in two passes. sum_blocks() computes the sum of each block. scan_blocks() computes the
// prefix sums within each block, and adds the sums of all preceding blocks.

// Returns the sum of the SCAN_PER_ITEM numbers that begin at index `first`. Ignores numbers at or after index `end`.
uint sum_of_run(__global const uint* restrict numbers, uint first, uint end) {
    uint sum = 0;
    for (uint i = first; i < min(first + SCAN_PER_ITEM, end); ++i) sum += numbers[i];
    return sum;
}

// Replaces each number in `lanes` by the sum of all preceding numbers. Returns the sum of all numbers.
uint scan_lanes(__local uint* lanes) {
    const uint lane = get_local_id(0);
    const uint own = lanes[lane];
    for (uint step = 1; step < SCAN_GROUP; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint before = lane >= step ? lanes[lane - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        lanes[lane] += before;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint all = lanes[SCAN_GROUP - 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    lanes[lane] -= own;
    barrier(CLK_LOCAL_MEM_FENCE);
    return all;
}

// First pass: each work-group writes the sum of its block of numbers to `sums`.
__kernel __attribute__((reqd_work_group_size(SCAN_GROUP, 1, 1)))
void sum_blocks(__global const uint* restrict all_numbers, uint begin, uint count, __global uint* restrict sums) {
    __local uint lanes[SCAN_GROUP];
    const uint lane = get_local_id(0);
    lanes[lane] = sum_of_run(all_numbers + begin, get_global_id(0) * SCAN_PER_ITEM, count);
    const uint all = scan_lanes(lanes);
    if (lane == 0) sums[get_group_id(0)] = all;
}

// Second pass: replaces numbers[begin ... begin + count - 1] by their exclusive prefix sums, and writes the
// total to totals[slot].
__kernel __attribute__((reqd_work_group_size(SCAN_GROUP, 1, 1)))
void scan_blocks(__global uint* restrict all_numbers, uint begin, uint count, __global const uint* restrict sums,
                 __global uint* restrict totals, uint slot) {
    __local uint lanes[SCAN_GROUP];
    __global uint* const numbers = all_numbers + begin;
    const uint lane = get_local_id(0);
    uint before = 0;
    for (uint block = lane; block < get_group_id(0); block += SCAN_GROUP) before += sums[block];
    lanes[lane] = before;
    before = scan_lanes(lanes);

    const uint first = get_global_id(0) * SCAN_PER_ITEM;
    lanes[lane] = sum_of_run(numbers, first, count);
    const uint all = scan_lanes(lanes);
    uint sum = before + lanes[lane];
    for (uint i = first; i < min(first + SCAN_PER_ITEM, count); ++i) {
        const uint number = numbers[i];
        numbers[i] = sum;
        sum += number;
    }
    if (lane == 0 && get_group_id(0) == get_num_groups(0) - 1) totals[slot] = before + all;
}
