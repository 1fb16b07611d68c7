// One pass of the radix sort for CPUs; each work-item handles a long block of keys. The version for GPUs is in sort.cl.

#define DIGITS (1u << DIGIT_BITS)

// Returns the digit that begins at bit `shift` of the key.
uint digit_of(ulong key, uint shift) {
    return (uint)(key >> shift) & (DIGITS - 1);
}

// Writes how often each digit occurs in each block to places[digit * blocks + block].
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void count_digits(__global const ulong* restrict keys, uint count, uint shift, uint blocks,
                  __global uint* restrict places) {
    const uint block = get_global_id(0), share = (count + blocks - 1) / blocks;
    uint counts[DIGITS];
    for (uint digit = 0; digit < DIGITS; ++digit) counts[digit] = 0;
    for (uint i = block * share; i < min((block + 1) * share, count); ++i) ++counts[digit_of(keys[i], shift)];
    for (uint digit = 0; digit < DIGITS; ++digit) places[digit * blocks + block] = counts[digit];
}

// Moves keys and row numbers to their target positions; `places` holds the prefix sums of the counts.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void place_by_digit(__global const ulong* restrict keys, __global const uint* restrict order, uint count, uint shift,
                    uint blocks, __global const uint* restrict places, __global ulong* restrict keys_out,
                    __global uint* restrict order_out) {
    const uint block = get_global_id(0), share = (count + blocks - 1) / blocks;
    uint next[DIGITS];
    for (uint digit = 0; digit < DIGITS; ++digit) next[digit] = places[digit * blocks + block];
    for (uint i = block * share; i < min((block + 1) * share, count); ++i) {
        const uint place = next[digit_of(keys[i], shift)]++;
        keys_out[place] = keys[i];
        order_out[place] = order[i];
    }
}
