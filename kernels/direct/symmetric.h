// Computation of one pair of bodies in the symmetric kernels for GPUs. ring.h defines the pairs that a
// work-group computes.
//
// If all masses in a block are equal, as within a component of a galaxy, the sums are multiplied by the mass
// at the end. This saves two of seventeen operations per pair.
#include "kernels/direct/direct.h"
#include "kernels/direct/ring.h"
#include "kernels/direct/rows.h"

#ifdef PER_ITEM
#define BLOCK (WORK_GROUP * PER_ITEM)
#else
#define BLOCK WORK_GROUP
#endif

// Adds the acceleration of `body` by `other` to `mine`, and the negative acceleration of `other` by `body` to
// `theirs`. EQUAL_MASSES is a compile-time constant.
#define PAIR(EQUAL_MASSES, body, mine, other, theirs)                                         \
    {                                                                                         \
        const float dx = (other).x - (body).x;                                                \
        const float dy = (other).y - (body).y;                                                \
        const float dz = (other).z - (body).z;                                                \
        const float inverse = INVERSE_DISTANCE(dx, dy, dz, softening_squared);                \
        const float cube = inverse * (inverse * inverse);                                     \
        const float to_body = EQUAL_MASSES ? cube : (other).w * cube;                         \
        const float to_other = EQUAL_MASSES ? cube : (body).w * cube;                         \
        (mine).x = mad(to_body, dx, (mine).x);                                                \
        (mine).y = mad(to_body, dy, (mine).y);                                                \
        (mine).z = mad(to_body, dz, (mine).z);                                                \
        (theirs).x = mad(to_other, dx, (theirs).x);                                           \
        (theirs).y = mad(to_other, dy, (theirs).y);                                           \
        (theirs).z = mad(to_other, dz, (theirs).z);                                           \
    }
