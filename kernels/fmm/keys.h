// Depth of Morton keys: 21 bits per axis. A key's highest three bits select the octant of the box (depth 1).
#define MAX_DEPTH 21

// Returns whether two keys lie in the same Morton cell of depth `depth`; depth 0 is the whole box.
bool share_cell(ulong a, ulong b, int depth) {
    return depth == 0 || (a ^ b) >> (3 * (MAX_DEPTH - depth)) == 0;
}

// Returns the largest depth at which two keys lie in the same Morton cell.
int shared_depth(ulong a, ulong b) {
    return a == b ? MAX_DEPTH : ((int)clz(a ^ b) - 1) / 3;
}
