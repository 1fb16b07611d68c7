// Memory layout of the gas kernels, and the smoothing kernel. The particles of the gas are sorted along a Morton curve;
// the tree over them is that of the multipole method (kernels/fmm/tree.h).
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/tree.h"

// Rows of the gas, in the order of the run. `conditions` holds what lasts from one substep to the next: internal energy
// per unit mass u, smoothing length H (radius at which the smoothing kernel ends), coefficient of viscosity, and
// divergence of the velocity. `rates` holds the acceleration by pressure and viscosity, and du/dt.
// `measures` holds density, pressure, largest signal velocity, and number of neighbors.

// Columns of `sorted`: the particles in Morton order, `body_stride` elements each.
#define VELOCITY_X(i) sorted[i]
#define VELOCITY_Y(i) sorted[body_stride + (i)]
#define VELOCITY_Z(i) sorted[2 * body_stride + (i)]
#define ENERGY(i) sorted[3 * body_stride + (i)]
#define LENGTH(i) sorted[4 * body_stride + (i)]        // smoothing length H
#define VISCOSITY(i) sorted[5 * body_stride + (i)]     // coefficient of viscosity, alpha
#define DIVERGENCE(i) sorted[6 * body_stride + (i)]    // divergence of the velocity
#define DENSITY(i) sorted[7 * body_stride + (i)]
#define PRESSURE(i) sorted[8 * body_stride + (i)]
#define GRADIENT_H(i) sorted[9 * body_stride + (i)]    // A of docs/gas.md: correction for variable smoothing lengths
#define SOUND_SPEED(i) sorted[10 * body_stride + (i)]
#define LIMITER(i) sorted[11 * body_stride + (i)]      // factor of the viscosity that is small in shear, 0 to 1
#define NEIGHBORS(i) sorted[12 * body_stride + (i)]

// Each leaf has a list of at most LIST_RANGES ranges of particles, as first and end index. The lists contain every
// particle within the search radius of the leaf, and further particles.
#define LIST_RANGES 96u
#define RANGE(leaf, n) ranges[(leaf) * LIST_RANGES + (n)]

// The work-item's part of the work on a leaf. On GPUs, the LEAF_GROUP work-items of a group compute the particles of
// one leaf. If the leaf has fewer particles than work-items, several work-items share the neighbors of each particle.
// On CPUs a single work-item computes the whole leaf.
typedef struct {
    uint leaf;
    uint part, parts;  // this work-item computes every parts-th vector of neighbors, from number `part` on
    __local float* restrict shares;  // a number for each work-item of the group
} Share;

// A loop over the work-item's part of the list of the leaf: j is the first of WIDTH particles, and `behind` the end of
// their range.
#define FOR_NEAR(share)                                                                                   \
    for (uint n = 0; n < lengths[(share).leaf]; ++n)                                                      \
        for (uint j = RANGE((share).leaf, n).x + WIDTH * (share).part, behind = RANGE((share).leaf, n).y; \
             j < behind; j += WIDTH * (share).parts)

// Return the sum and the maximum over the lanes and over all parts of a particle. All work-items of the group must call
// these functions.
float sum_of_parts(real v, Share share) {
    float sum = sum_of_lanes(v);
#if LEAF_GROUP > 1
    const uint item = get_local_id(0);
    for (uint half_size = share.parts / 2; half_size > 0; half_size /= 2) {
        share.shares[item] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += share.shares[item ^ half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#else
    (void)share;
#endif
    return sum;
}
float greatest_of_parts(real v, Share share) {
    float greatest = greatest_lane(v);
#if LEAF_GROUP > 1
    const uint item = get_local_id(0);
    for (uint half_size = share.parts / 2; half_size > 0; half_size /= 2) {
        share.shares[item] = greatest;
        barrier(CLK_LOCAL_MEM_FENCE);
        greatest = fmax(greatest, share.shares[item ^ half_size]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#else
    (void)share;
#endif
    return greatest;
}

// Returns true if `condition` is true in all work-items of the group, which must all call this function.
bool all_items(bool condition, Share share) {
#if LEAF_GROUP > 1
    const uint item = get_local_id(0);
    if (item == 0) share.shares[0] = 1.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!condition) share.shares[0] = 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    const bool all = share.shares[0] > 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    return all;
#else
    (void)share;
    return condition;
#endif
}

// Returns the share of this work-item in a leaf with `particles` particles. Work-item k computes the particle
// k / parts.
Share share_of(uint leaf, uint particles, __local float* shares) {
    uint parts = 1;
#if LEAF_GROUP > 1
    while (2 * parts * particles <= LEAF_GROUP) parts *= 2;
#else
    (void)particles;
#endif
    return (Share){leaf, get_local_id(0) % parts, parts, shares};
}

// Wendland's C2 kernel W = WENDLAND / H^3 w(q) with q = r / H (Wendland 1995; Dehnen & Aly 2012, MNRAS 425, 1068,
// table 1).
#define WENDLAND 3.3422538f  // 21 / (2 pi)
real wendland(real q) {
    const real a = fmax(1.0f - q, 0.0f), b = a * a;
    return b * b * (1.0f + 4.0f * q);
}
// Returns -w'(q) / q.
real wendland_slope(real q) {
    const real a = fmax(1.0f - q, 0.0f);
    return 20.0f * (a * a * a);
}

#define root sqrt

// Returns the shortest of the distances between two coordinates and their periodic images.
#ifdef PERIODIC
#define NEAREST_IMAGE(distance, period, inverse_period) ((distance) - (period) * rint((distance) * (inverse_period)))
#else
#define NEAREST_IMAGE(distance, period, inverse_period) ((void)(period), (distance))
#endif

// Numbers of the equation of state and of the scheme; mirrors GasConstants in compute/gas/gas_settings.hpp.
typedef struct {
    float4 period;          // periods of the box; w unused. 0 for a direction without period.
    float4 inverse_period;
    float neighbors;        // number of neighbors within H
    float isothermal;       // square of the isothermal speed of sound; 0 for adiabatic gas
    float gamma;            // adiabatic index
    float jeans_mass;       // pressure floor, see pressure_of()
    float jeans_length;
    float least_viscosity, most_viscosity;
    float has_switch;       // 1: the viscosity follows shocks; 0: it is most_viscosity everywhere
    float conduction;       // coefficient of the conduction of heat
    float courant;          // Courant number
    float longest;          // largest smoothing length
    float unused;
} GasConstants;
