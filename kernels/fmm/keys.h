// Morton keys: three times 21 bits, the first level in the highest ones.
#define LEVELS 21

// Whether two keys lie in the same cell of a level; level 0 is the whole box.
bool share_cell(ulong a, ulong b, int level) {
    return level == 0 || (a ^ b) >> (3 * (LEVELS - level)) == 0;
}

// The deepest level at which two keys share a cell.
int shared_level(ulong a, ulong b) {
    return a == b ? LEVELS : ((int)clz(a ^ b) - 1) / 3;
}
