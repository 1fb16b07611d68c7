// Pairing of blocks in the symmetric kernels, which compute each pair of bodies once and apply the result to the two
// bodies (Newton's third law).
//
// Bodies are divided into blocks of BLOCK bodies, which form a ring. A work-group computes the pairs between a block I
// and the block J that is `distance` further on the ring, J = (I + distance) mod blocks. Distances from 0 to blocks/2
// cover all pairs of blocks. (If the number of blocks is even, only half of the blocks use the last distance.) So the
// index space is rectangular, and every work-group has an equal amount of work.
//
// Partial sums for I and for J go to different slots (partials.cl), so that no two work-groups write to one row of a
// slot. A launch computes one chunk, the distances chunk_first ... chunk_first + chunk_size - 1. Its first chunk_size
// slots hold the sums for I, one slot per distance; the following slots hold the sums for J.

// Returns whether block I = `block` has pairs to compute at this distance. At distance blocks/2, blocks I and J have
// the same distance in either direction around the ring, so only the blocks I < blocks/2 compute their pairs. At
// distance 0, a block is paired with itself: the kernel computes each pair of bodies twice, in either order, and stores
// only the results for I.
bool has_pairs(uint blocks, uint block, uint distance) {
    return 2 * distance != blocks || block < distance;
}

// Returns the slot for the partial sums of block J. Distance 0 has no slot for J. At distance blocks/2, block J is not
// the first block of any pair, so this distance's slot for first blocks has free rows at J, which get the sums for J.
size_t slot_of_other(uint distance, uint blocks, uint chunk_first, uint chunk_size) {
    return distance - chunk_first +
           (2 * distance == blocks ? 0 : (size_t)chunk_size - (chunk_first == 0 ? 1 : 0));
}

