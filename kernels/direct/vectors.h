// Types and functions for vectors of WIDTH lanes; WIDTH is 4, 8 or 16.

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define floatv JOIN(float, WIDTH)
#define intv JOIN(int, WIDTH)
#define load JOIN(vload, WIDTH)
#define store JOIN(vstore, WIDTH)

// Rotates a vector by one lane: every value moves to the preceding lane, and the first value moves to the last lane.
#if WIDTH == 4
#define ROTATED(v) (v).s1230
#elif WIDTH == 8
#define ROTATED(v) (v).s12345670
#else
#define ROTATED(v) (v).s123456789abcdef0
#endif
