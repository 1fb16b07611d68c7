// Work-items of an NVIDIA GPU that execute the same instruction together, and can hand values to each other.

#define WARP 32u
