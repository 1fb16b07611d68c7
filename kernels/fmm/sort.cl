// One pass of a stable radix sort of keys and row numbers, by a digit of DIGIT_BITS bits. Each work-group counts the
// digits in its block of keys. Prefix sums of the counts (by digit, then by block) give the target positions. Then each
// work-group moves its block. In this version for GPUs, a team of TEAM = 32 work-items handles 32 keys at a time, and a
// bit mask marks the keys with equal digits. The work-group first sorts its block in local memory, so that it writes
// keys with equal digits to consecutive addresses; writes to scattered addresses take several times as long.

#define DIGITS (1u << DIGIT_BITS)
#define TEAM 32
#define TEAMS_OF_GROUP (SORT_GROUP / TEAM)
#define SORT_BLOCK (SORT_GROUP * SORT_PER_ITEM)
#define MOST(a, b) ((a) > (b) ? (a) : (b))

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

// Replaces counts[team][digit], the number of a team's keys with a digit, by the position of the first of these keys in
// the sorted block, and sets begins[digit] to the position of the block's first key with the digit. The block is sorted
// by digit, then by team.
void place_teams(__local uint (*counts)[DIGITS], __local uint* begins) {
    const uint item = get_local_id(0);
    for (uint digit = item; digit < DIGITS; digit += SORT_GROUP) {
        uint all = 0;
        for (uint team = 0; team < TEAMS_OF_GROUP; ++team) {
            const uint own = counts[team][digit];
            counts[team][digit] = all;
            all += own;
        }
        begins[digit] = all;
    }
    for (uint step = 1; step < DIGITS; step *= 2) {  // inclusive prefix sums, then shifted by one digit
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint before = item < DIGITS && item >= step ? begins[item - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < DIGITS) begins[item] += before;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint begin = item > 0 && item < DIGITS ? begins[item - 1] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < DIGITS) {
        begins[item] = begin;
        for (uint team = 0; team < TEAMS_OF_GROUP; ++team) counts[team][item] += begin;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Moves keys and row numbers to their target positions; `places` holds the prefix sums of the counts. Requires
// DIGITS <= SORT_GROUP.
__kernel __attribute__((reqd_work_group_size(SORT_GROUP, 1, 1)))
void place_by_digit(__global const ulong* restrict keys, __global const uint* restrict order, uint count, uint shift,
                    uint blocks, __global const uint* restrict places, __global ulong* restrict keys_out,
                    __global uint* restrict order_out) {
    // The counters and the sorted block use the same local memory, one after the other.
    __local ulong sorted[MOST(SORT_BLOCK, TEAMS_OF_GROUP * DIGITS)];
    __local uint* const sorted_rows = (__local uint*)sorted;
    // Position in the sorted block of the team's next key with a digit, and bit mask of the team's work-items whose key
    // has this digit.
    __local uint (*const next)[DIGITS] = (__local uint (*)[DIGITS])sorted;
    __local uint (*const equal)[DIGITS] = next + TEAMS_OF_GROUP;
    __local uint begins[DIGITS];
    const uint item = get_local_id(0), block = get_group_id(0);
    const uint team = item / TEAM, lane = item % TEAM;
    const uint first = block * SORT_BLOCK + team * TEAM * SORT_PER_ITEM + lane;
    const uint size = min(count - block * SORT_BLOCK, (uint)SORT_BLOCK);
    for (uint digit = item; digit < DIGITS; digit += SORT_GROUP)
        for (uint r = 0; r < TEAMS_OF_GROUP; ++r) next[r][digit] = equal[r][digit] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    ulong own[SORT_PER_ITEM];  // this work-item's keys
#pragma unroll
    for (uint k = 0; k < SORT_PER_ITEM; ++k) {
        own[k] = first + k * TEAM < count ? keys[first + k * TEAM] : 0;
        if (first + k * TEAM < count) atomic_inc(&next[team][digit_of(own[k], shift)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    place_teams(next, begins);

    uint position[SORT_PER_ITEM];  // positions of these keys in the sorted block
#pragma unroll
    for (uint k = 0; k < SORT_PER_ITEM; ++k) {
        const bool exists = first + k * TEAM < count;
        const uint digit = digit_of(own[k], shift);
        if (exists) atomic_or(&equal[team][digit], 1u << lane);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint peers = equal[team][digit];
        const uint rank = popcount(peers & ((1u << lane) - 1));
        position[k] = next[team][digit] + rank;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (exists && rank == 0) {
            next[team][digit] += popcount(peers);
            equal[team][digit] = 0;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint k = 0; k < SORT_PER_ITEM; ++k)
        if (first + k * TEAM < count) sorted[position[k]] = own[k];
    barrier(CLK_LOCAL_MEM_FENCE);

    uint target[SORT_PER_ITEM];  // positions in the output of the sorted block's elements item, item + SORT_GROUP, ...
#pragma unroll
    for (uint k = 0; k < SORT_PER_ITEM; ++k) {
        const uint i = item + k * SORT_GROUP;
        if (i < size) {
            const uint digit = digit_of(sorted[i], shift);
            target[k] = places[digit * blocks + block] + i - begins[digit];
            keys_out[target[k]] = sorted[i];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < SORT_PER_ITEM; ++k)
        if (first + k * TEAM < count) sorted_rows[position[k]] = order[first + k * TEAM];
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (uint k = 0; k < SORT_PER_ITEM; ++k)
        if (item + k * SORT_GROUP < size) order_out[target[k]] = sorted_rows[item + k * SORT_GROUP];
}
