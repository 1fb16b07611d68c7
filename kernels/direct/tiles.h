// A tile of sources in local memory is as long as the work-group; source_first and source_end are multiples
// of it. A part of the sum (levels.h) is a whole number of tiles, and a run lies within a tile.

#define TILE WORK_GROUP

#if TILE < PART
#define TILES_OF_PART (PART / TILE * TILE)
#else
#define TILES_OF_PART TILE
#endif

// End of the run that begins at `start` within a tile. The length of a run is a constant if possible, because
// that unrolls best.
#if TILE <= RUN
#define RUN_END(start) TILE
#elif TILE % RUN == 0
#define RUN_END(start) ((start) + RUN)
#else
#define RUN_END(start) min((start) + RUN, (uint)TILE)
#endif
