// Number of work-items of a warp on NVIDIA GPUs: they execute the same instruction together and can exchange
// values directly.

#define WARP 32u
