// Tiles of sources in local memory, as long as the work-group; source_first and source_end are multiples of
// it. A part of the
// sum (direct.h) is some whole tiles; a run lies within one.

#define TILE WORK_GROUP

#if TILE < PART
#define TILES_OF_PART (PART / TILE * TILE)
#else
#define TILES_OF_PART TILE
#endif

// Where the run that begins at `start` of a tile ends. (A constant distance where possible: it unrolls best.)
#if TILE <= RUN
#define RUN_END(start) TILE
#elif TILE % RUN == 0
#define RUN_END(start) ((start) + RUN)
#else
#define RUN_END(start) min((start) + RUN, (uint)TILE)
#endif
