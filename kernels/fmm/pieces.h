// Long interaction lists are divided into pieces; all but the first piece of a list are extra pieces (tree.h). Returns
// the node to whose interaction list the extra piece number `piece` belongs. begins[node] is the number of a node's
// first extra piece; the result is the last of the nodes 0 ... end - 1 with begins[node] <= piece.
uint owner_of_piece(__global const uint* restrict begins, uint end, uint piece) {
    uint low = 0, high = end;
    while (high - low > 1) {
        const uint middle = low + (high - low) / 2;
        if (begins[middle] <= piece)
            low = middle;
        else
            high = middle;
    }
    return low;
}
