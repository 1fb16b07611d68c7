// A pair of bodies in the symmetric forms for GPUs (ring.h says which pairs a work-group meets).
//
// Where all masses in a block are equal, as in one component of a galaxy, its mass is multiplied in at the
// end: two of seventeen operations less for every pair.
#include "kernels/direct/direct.h"
#include "kernels/direct/ring.h"
#include "kernels/direct/rows.h"

#ifdef PER_ITEM
#define BLOCK (WORK_GROUP * PER_ITEM)
#else
#define BLOCK WORK_GROUP
#endif

// One pair of bodies, each pulling at the other; `theirs` gains the opposite of its pull. EQUAL_MASSES is a
// constant, and so is what depends on it.
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
