// Pairing of blocks in the symmetric kernels, which compute each pair of bodies once and apply it to both
// (Newton's third law).
//
// Bodies are divided into blocks of BLOCK. A work-group computes a pair of blocks: I, and the block J that is
// `distance` further on a ring, J = (I + distance) mod blocks. Distances from 0 to blocks/2 cover all pairs
// of blocks. (If the number of blocks is even, only the first half of the blocks uses the last distance.) The
// index space is rectangular, without triangular indices, and every work-group has the same amount of work.
//
// The accelerations of I by J and of J by I are written as partial sums, so that no two work-groups write the
// same row. A chunk of distances has first the slots for I, then the slots for J. partials.cl adds them up.

// Returns whether a work-group has pairs to compute. At distance 0 a block is paired with itself: both
// directions are computed, and only the results for I are kept.
bool has_pairs(uint blocks, uint block, uint distance) {
    return 2 * distance != blocks || block < distance;
}

// Returns the slot for the partial sums of block J. At distance blocks/2 J's own slot is unused and is taken.
size_t slot_of_other(uint distance, uint blocks, uint chunk_first, uint chunk_size) {
    return distance - chunk_first +
           (2 * distance == blocks ? 0 : (size_t)chunk_size - (chunk_first == 0 ? 1 : 0));
}

