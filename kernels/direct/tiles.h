// A tile is a group of sources in local memory, as many as a work-group has work-items. source_first and
// source_end must be multiples of the tile size. A part of the sum (levels.h) consists of whole tiles, and a
// run lies within a tile.

#define TILE WORK_GROUP

#if TILE < PART
#define TILES_OF_PART (PART / TILE * TILE)
#else
#define TILES_OF_PART TILE
#endif

// Kernels read a tile in runs of RUN consecutive bodies. RUN_END(start) is the index after the last body of the run
// that begins at `start`. If possible, the length of a run is a compile-time constant, so that compilers unroll the
// loop.
#if TILE <= RUN
#define RUN_END(start) TILE
#elif TILE % RUN == 0
#define RUN_END(start) ((start) + RUN)
#else
#define RUN_END(start) min((start) + RUN, (uint)TILE)
#endif
