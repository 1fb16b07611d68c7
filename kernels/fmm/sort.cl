// One pass of a stable radix sort of keys and row numbers, by a digit of DIGIT_BITS bits. Each work-group counts the
// digits in its block of keys. Prefix sums of the counts (by digit, then by block) give the target positions. Then each
// work-group moves its block. In this version for GPUs, a team of TEAM = 32 work-items handles 32 keys at a time, and a
// bit mask marks the keys with equal digits.

#define DIGITS (1u << DIGIT_BITS)
#define TEAM 32
#define TEAMS_OF_GROUP (SORT_GROUP / TEAM)
#define SORT_BLOCK (SORT_GROUP * SORT_PER_ITEM)

// Returns the digit that begins at bit `shift` of the key.
uint digit_of(ulong key, uint shift) {
    return (uint)(key >> shift) & (DIGITS - 1);
}

// Writes how often each digit occurs in each block to places[digit * blocks + block].
__kernel __attribute__((reqd_work_group_size(SORT_GROUP, 1, 1)))
void count_digits(__global const ulong* restrict keys, uint count, uint shift, uint blocks,
                  __global uint* restrict places) {
    __local uint counts[DIGITS];
    const uint lane = get_local_id(0), block = get_group_id(0);
    for (uint digit = lane; digit < DIGITS; digit += SORT_GROUP) counts[digit] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = block * SORT_BLOCK + lane; i < min((block + 1) * SORT_BLOCK, count); i += SORT_GROUP)
        atomic_inc(&counts[digit_of(keys[i], shift)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint digit = lane; digit < DIGITS; digit += SORT_GROUP) places[digit * blocks + block] = counts[digit];
}

// Moves keys and row numbers to their target positions; `places` holds the prefix sums of the counts.
__kernel __attribute__((reqd_work_group_size(SORT_GROUP, 1, 1)))
void place_by_digit(__global const ulong* restrict keys, __global const uint* restrict order, uint count, uint shift,
                    uint blocks, __global const uint* restrict places, __global ulong* restrict keys_out,
                    __global uint* restrict order_out) {
    __local uint next[TEAMS_OF_GROUP][DIGITS];  // target of the next key with this digit in the team of work-items
    __local uint equal[TEAMS_OF_GROUP][DIGITS];  // bit mask of the team's work-items whose key has this digit
    const uint item = get_local_id(0), block = get_group_id(0);
    const uint team = item / TEAM, lane = item % TEAM;
    const uint first = block * SORT_BLOCK + team * TEAM * SORT_PER_ITEM + lane;
    for (uint digit = item; digit < DIGITS; digit += SORT_GROUP)
        for (uint r = 0; r < TEAMS_OF_GROUP; ++r) next[r][digit] = equal[r][digit] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < SORT_PER_ITEM; ++k)
        if (first + k * TEAM < count) atomic_inc(&next[team][digit_of(keys[first + k * TEAM], shift)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint digit = item; digit < DIGITS; digit += SORT_GROUP) {
        uint place = places[digit * blocks + block];
        for (uint r = 0; r < TEAMS_OF_GROUP; ++r) {
            const uint team_count = next[r][digit];
            next[r][digit] = place;
            place += team_count;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < SORT_PER_ITEM; ++k) {
        const uint i = first + k * TEAM;
        const ulong key = i < count ? keys[i] : 0;
        const uint digit = digit_of(key, shift);
        if (i < count) atomic_or(&equal[team][digit], 1u << lane);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint peers = equal[team][digit];
        const uint rank = popcount(peers & ((1u << lane) - 1));
        const uint place = next[team][digit] + rank;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < count) {
            if (rank == 0) {
                next[team][digit] += popcount(peers);
                equal[team][digit] = 0;
            }
            keys_out[place] = key;
            order_out[place] = order[i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
