// Newton's third law: how the symmetric forms compute each pair once, for both bodies.
//
// Bodies are cut into blocks of BLOCK, and a work-group takes a pair of blocks: its own, I, and the one
// `distance` further on a ring, J = I + distance mod blocks. All pairs of blocks are met with distances from 0
// to blocks/2 (for an even number of blocks the last one only from the first half of them): a rectangular
// index space without triangular indices, in which every work-group has the same work.
//
// The pulls of J on I and those of I on J are written as partial sums, so that no two work-groups touch the
// same row: for the distances of one chunk first the slots of I, then those of J. Another kernel adds them.

// Distance 0 pairs a block with itself: both directions come up, and only I's side is kept.
bool has_pairs(uint blocks, uint block, uint distance) {
    return 2 * distance != blocks || block < distance;
}

// At half a ring J is nobody's I, and its own slot is free.
size_t slot_of_other(uint distance, uint blocks, uint chunk_first, uint chunk_size) {
    return distance - chunk_first +
           (2 * distance == blocks ? 0 : (size_t)chunk_size - (chunk_first == 0 ? 1 : 0));
}

