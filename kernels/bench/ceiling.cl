// The arithmetic of the direct sum alone: the operations of a pair as in direct.h and symmetric.h, on values that never
// leave registers. A kernel that also reads memory, shares data or waits cannot be faster. So benches use the rate of
// this kernel as the ceiling for all kernels.
//
// Compilers must not move the arithmetic of a pair out of the loop. So the position of source s is an acceleration sum
// that the loop has computed three sources earlier. Because of this delay, no pair waits for the result of the
// preceding pair. Every source interacts with PER_ITEM bodies, or with PER_ITEM vectors of WIDTH bodies on CPUs.
//
// Without SYMMETRIC, a pair is one interaction (3 subtractions, 1/sqrt, 6 fused multiply-adds, 3 multiplications). With
// SYMMETRIC, a pair is two interactions between equal masses (3 subtractions, 1/sqrt, 9 multiply-adds, 2
// multiplications).

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
    floats body_x[PER_ITEM], body_y[PER_ITEM], body_z[PER_ITEM], x[PER_ITEM], y[PER_ITEM], z[PER_ITEM];
    for (uint r = 0; r < PER_ITEM; ++r) {
        body_x[r] = (floats)((float)(item % 61u + r));
        body_y[r] = (floats)((float)(item % 53u + r));
        body_z[r] = (floats)((float)(item % 47u + r));
        x[r] = y[r] = z[r] = (floats)(0.0f);
    }
    floats source_x = (floats)(mass), source_y = (floats)(0.0f), source_z = (floats)(0.0f);
    floats next_x = source_x, next_y = source_y, next_z = source_z;
    floats third_x = source_x, third_y = source_y, third_z = source_z;
#ifdef SYMMETRIC
    floats other_x = (floats)(0.0f), other_y = (floats)(0.0f), other_z = (floats)(0.0f);
#endif
    for (uint turn = 0; turn < turns; ++turn) {
#pragma unroll
        for (uint step = 0; step < STEPS_PER_TURN; ++step) {
            const floats last_x = x[step % PER_ITEM], last_y = y[step % PER_ITEM], last_z = z[step % PER_ITEM];
#pragma unroll
            for (uint r = 0; r < PER_ITEM; ++r) {
                const floats dx = source_x - body_x[r];
                const floats dy = source_y - body_y[r];
                const floats dz = source_z - body_z[r];
                const floats square =
                    MULTIPLY_ADD(dx, dx, MULTIPLY_ADD(dy, dy, MULTIPLY_ADD(dz, dz, (floats)(softening_squared))));
                const floats inverse = INVERSE_SQRT(square);
#ifdef SYMMETRIC
                const floats pull = inverse * (inverse * inverse);
                other_x = MULTIPLY_ADD(pull, dx, other_x);
                other_y = MULTIPLY_ADD(pull, dy, other_y);
                other_z = MULTIPLY_ADD(pull, dz, other_z);
#else
                const floats pull = mass * inverse * (inverse * inverse);
#endif
                x[r] = MULTIPLY_ADD(pull, dx, x[r]);
                y[r] = MULTIPLY_ADD(pull, dy, y[r]);
                z[r] = MULTIPLY_ADD(pull, dz, z[r]);
            }
            source_x = next_x, source_y = next_y, source_z = next_z;
            next_x = third_x, next_y = third_y, next_z = third_z;
            third_x = last_x, third_y = last_y, third_z = last_z;
        }
    }
    floats sum = (floats)(0.0f);
    for (uint r = 0; r < PER_ITEM; ++r) sum += x[r] + y[r] + z[r];
#ifdef SYMMETRIC
    sum += other_x + other_y + other_z;
#endif
#if WIDTH == 1
    out[item] = sum;
#else
    store(sum, item, out);
#endif
}
