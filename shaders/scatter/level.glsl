// Layout of the SplatPyramid levels in their buffer. Pixels of level n are 2^n picture pixels wide. Each
// level has a border of LEVEL_BORDER pixels, which enlarging needs.
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
