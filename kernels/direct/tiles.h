// Tiles of sources in local memory are as long as the work-group; source_first and source_end are multiples of it.
// A part of the sum (levels.h) is some whole tiles; a run lies within one.

#define TILE WORK_GROUP

#if TILE < PART
#define TILES_OF_PART (PART / TILE * TILE)
#else
#define TILES_OF_PART TILE
#endif

// The run that begins at `start` of a tile ends here, at a constant distance where possible: that unrolls best.
#if TILE <= RUN
#define RUN_END(start) TILE
#elif TILE % RUN == 0
#define RUN_END(start) ((start) + RUN)
#else
#define RUN_END(start) min((start) + RUN, (uint)TILE)
#endif
