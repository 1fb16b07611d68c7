// Definitions for all kernels of the direct sum.
//
//   a_i = sum_j m_j (x_j - x_i) / (|x_j - x_i|^2 + softening^2)^(3/2)      (Plummer softening)
//
// The masses of the sources include the gravitational constant G. With POTENTIAL, the fourth component of the result is
// -sum_j m_j / sqrt(|x_j - x_i|^2 + softening^2) over j != i; the sources must then be all bodies in order.
//
// Arguments of the one-sided kernels `accelerate`, all in model units: `positions` (x, y, z, mass per row); `first` and
// `end`, the range of bodies to compute; `sources`, the gathered sources (sources.cl); `source_first` and `source_end`,
// the range of sources; `accelerations` (x, y, z, potential or 0). A launch with source_first > 0 adds its result to
// the accelerations that earlier launches stored.
//
// A body's sum has three levels: over the sources of a run (RUN = 128 consecutive sources), over the runs of a part
// (PART = 2048 consecutive sources), and over the parts (levels.h). The sum over the parts is kept in global memory,
// because there are few parts, and only the work-item of the body adds to this sum.
//
// INVERSE_SQRT is the fastest spelling of 1/sqrt(x) for the device's compiler (compute/device/program.cpp).

#include "kernels/direct/levels.h"

#define INVERSE_DISTANCE(dx, dy, dz, softening_squared) \
    INVERSE_SQRT(mad(dx, dx, mad(dy, dy, mad(dz, dz, softening_squared))))

#ifdef POTENTIAL
#define ADD_POTENTIAL(sum, i, j, source, inverse) \
    if ((i) != (j)) (sum) -= (source).w * (inverse)
#else
#define ADD_POTENTIAL(sum, i, j, source, inverse)
#endif

// Adds the acceleration of `body` (row i) by `source` (row j) to `sum`, each coordinate separately.
#define ADD_ACCELERATION(sum, i, body, j, source, softening_squared)                                  \
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

// Like ADD_ACCELERATION, but with float4 operations, as in most tutorials. Float4 code is shorter, but also computes a
// useless fourth component.
#ifdef POTENTIAL
#define ADD_ACCELERATION_OF_ROW ADD_ACCELERATION
#else
#define ADD_ACCELERATION_OF_ROW(sum, i, body, j, source, softening_squared)                           \
    {                                                                                         \
        const float4 d = (source) - (body);                                                   \
        const float inverse = INVERSE_DISTANCE(d.x, d.y, d.z, softening_squared);             \
        const float pull = (source).w * inverse * (inverse * inverse);                        \
        (sum) += pull * d;                                                                    \
    }
#endif
