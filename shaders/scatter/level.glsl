// Where the levels of a picture lie in their buffer: level n has pixels 2^n times as wide as the picture's, and a border
// around them, which enlarging needs.
ivec2 level_size(ivec2 picture, int level) {
    return ((picture + (1 << level) - 1) >> level) + 2 * LEVEL_BORDER;
}

int level_start(ivec2 picture, int level) {
    int start = 0;
    for (int finer = 0; finer < level; ++finer) {
        ivec2 size = level_size(picture, finer);
        start += size.x * size.y;
    }
    return start;
}
