// The arithmetic of the potential map alone: the operations of unrolled.cl per point and body (a subtraction, a
// multiply-add, a reciprocal square root, a multiply-add), on values that never leave registers. A kernel that also
// reads memory or waits cannot be faster, so the rate of this kernel is the ceiling in benches.
//
// As in kernels/bench/ceiling.cl, the position of body b is a sum that the loop had computed before body b - 3, so that
// compilers cannot compute pairs ahead of time.

#if WIDTH == 1
#define floats float
#define MULTIPLY_ADD mad
#else
#include "kernels/direct/vectors.h"
#define floats floatv
#define MULTIPLY_ADD fma
#endif

__kernel void ceiling(uint turns, float mass, float softening_squared, __global float* restrict out) {
    const uint item = get_global_id(0);
    floats x[PER_ITEM], sum[PER_ITEM];
    for (uint k = 0; k < PER_ITEM; ++k) {
        x[k] = (floats)((float)(item % 61u + k));
        sum[k] = (floats)(0.0f);
    }
    floats body = (floats)(mass), next = body, third = body;
    for (uint turn = 0; turn < turns; ++turn) {
#pragma unroll
        for (uint step = 0; step < STEPS_PER_TURN; ++step) {
            const floats last = sum[step % PER_ITEM];
#pragma unroll
            for (uint k = 0; k < PER_ITEM; ++k) {
                const floats dx = body - x[k];
                const floats square = MULTIPLY_ADD(dx, dx, (floats)(softening_squared));
                sum[k] = MULTIPLY_ADD((floats)(mass), INVERSE_SQRT(square), sum[k]);
            }
            body = next, next = third, third = last;
        }
    }
    floats total = (floats)(0.0f);
    for (uint k = 0; k < PER_ITEM; ++k) total += sum[k];
#if WIDTH == 1
    out[item] = total;
#else
    store(total, item, out);
#endif
}
