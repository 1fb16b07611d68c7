// Morton keys: three times 21 bits, the first depth in the highest ones.
#define MAX_DEPTH 21

// Whether two keys lie in the same cell of a depth; depth 0 is the whole box.
bool share_cell(ulong a, ulong b, int depth) {
    return depth == 0 || (a ^ b) >> (3 * (MAX_DEPTH - depth)) == 0;
}

// The deepest depth at which two keys share a cell.
int shared_depth(ulong a, ulong b) {
    return a == b ? MAX_DEPTH : ((int)clz(a ^ b) - 1) / 3;
}
