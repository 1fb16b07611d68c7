// All forms of the direct sum have this in common.
//
//   a_i = sum_j m_j (x_j - x_i) / (|x_j - x_i|^2 + softening^2)^(3/2)      (Plummer softening)
//
// G is in the sources' masses. With POTENTIAL, w holds -sum_j m_j / sqrt(|x_j - x_i|^2 + softening^2) over
// j != i, for sources that are all bodies in order.
//
// The one-sided forms add the sources from source_first to source_end to what stands there, or to nothing for the
// first of them.
//
// Sums are added up on three levels (levels.h). Parts are so few that their total stands in global memory,
// where only a body's own work-item adds to it.
//
// INVERSE_SQRT is 1/sqrt(x) as this platform's compiler likes it best (compute/device/program.cpp).

#include "kernels/direct/levels.h"

#define INVERSE_DISTANCE(dx, dy, dz, softening_squared) \
    INVERSE_SQRT(mad(dx, dx, mad(dy, dy, mad(dz, dz, softening_squared))))

#ifdef POTENTIAL
#define ADD_POTENTIAL(sum, i, j, source, inverse) \
    if ((i) != (j)) (sum) -= (source).w * (inverse)
#else
#define ADD_POTENTIAL(sum, i, j, source, inverse)
#endif

// The pull of one source on one body, added to `sum`, coordinate by coordinate.
#define ADD_PULL(sum, i, body, j, source, softening_squared)                                  \
    {                                                                                         \
        const float dx = (source).x - (body).x;                                               \
        const float dy = (source).y - (body).y;                                               \
        const float dz = (source).z - (body).z;                                               \
        const float inverse = INVERSE_DISTANCE(dx, dy, dz, softening_squared);                \
        const float pull = (source).w * inverse * (inverse * inverse);                        \
        (sum).x = mad(pull, dx, (sum).x);                                                     \
        (sum).y = mad(pull, dy, (sum).y);                                                     \
        (sum).z = mad(pull, dz, (sum).z);                                                     \
        ADD_POTENTIAL((sum).w, i, j, source, inverse);                                        \
    }

// The same written as tutorials do, with rows as vectors. It is shorter, but the fourth lane computes for nothing.
#ifdef POTENTIAL
#define ADD_PULL_OF_ROW ADD_PULL
#else
#define ADD_PULL_OF_ROW(sum, i, body, j, source, softening_squared)                           \
    {                                                                                         \
        const float4 d = (source) - (body);                                                   \
        const float inverse = INVERSE_DISTANCE(d.x, d.y, d.z, softening_squared);             \
        const float pull = (source).w * inverse * (inverse * inverse);                        \
        (sum) += pull * d;                                                                    \
    }
#endif
