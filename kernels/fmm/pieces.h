// Returns the node to which an extra piece belongs: the last of the nodes 0 ... end - 1 whose first piece has
// an index of at most `piece`.
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
