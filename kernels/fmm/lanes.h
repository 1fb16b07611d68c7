// Number types of the multipole kernels. On GPUs, `real` is a float, and work-items run in parallel lanes. On
// CPUs, whose drivers need explicit vector types, `real` is a vector of WIDTH floats.
#if WIDTH > 1
#include "kernels/direct/vectors.h"
typedef floatv real;
typedef intv whole;
#else
typedef float real;
typedef int whole;
#define load(offset, numbers) (numbers)[offset]
#define store(value, offset, numbers) (numbers)[offset] = (value)
#endif

#if WIDTH == 16
#define LANE_NUMBERS ((int16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
#elif WIDTH == 8
#define LANE_NUMBERS ((int8)(0, 1, 2, 3, 4, 5, 6, 7))
#elif WIDTH == 4
#define LANE_NUMBERS ((int4)(0, 1, 2, 3))
#else
#define LANE_NUMBERS 0
#endif

// Selects `numbers` in the lanes in which `condition` is true, and `otherwise` in all other lanes.
#if WIDTH > 1
#define where(condition, numbers, otherwise) select((real)(otherwise), (numbers), (condition))
#else
#define where(condition, numbers, otherwise) ((condition) ? (numbers) : (otherwise))
#endif

// Returns true if `condition` is true in any lane.
#if WIDTH > 1
#define any_lane(condition) any(condition)
#else
#define any_lane(condition) (condition)
#endif

// Returns the sum over all lanes.
float sum_of_lanes(real v) {
#if WIDTH == 16
    const float8 v8 = v.lo + v.hi;
    const float4 v4 = v8.lo + v8.hi;
#elif WIDTH == 8
    const float4 v4 = v.lo + v.hi;
#elif WIDTH == 4
    const float4 v4 = v;
#endif
#if WIDTH > 1
    return (v4.x + v4.y) + (v4.z + v4.w);
#else
    return v;
#endif
}

// Returns the maximum over all lanes.
float greatest_lane(real v) {
#if WIDTH == 16
    const float8 v8 = fmax(v.lo, v.hi);
    const float4 v4 = fmax(v8.lo, v8.hi);
#elif WIDTH == 8
    const float4 v4 = fmax(v.lo, v.hi);
#elif WIDTH == 4
    const float4 v4 = v;
#endif
#if WIDTH > 1
    return fmax(fmax(v4.x, v4.y), fmax(v4.z, v4.w));
#else
    return v;
#endif
}

// Returns 1/sqrt(v), or 0 for v = 0, so that without softening two bodies with equal positions do not attract each
// other.
real inverse_root(real v) {
    return where(v > 0.0f, INVERSE_SQRT(v), 0.0f);
}
