// Number of work-items in a warp of NVIDIA GPUs. The work-items of a warp execute an instruction together and
// can exchange values without memory.

#define WARP 32u
