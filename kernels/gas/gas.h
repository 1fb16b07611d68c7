// Memory layout of the gas kernels, and the smoothing kernel. The particles of the gas are sorted along a Morton curve;
// the tree over them is that of the multipole method (kernels/fmm/tree.h).
#include "kernels/fmm/lanes.h"
#include "kernels/fmm/tree.h"

// Rows of the gas, in the order of the run. `conditions` holds what lasts from one substep to the next: internal energy
// per unit mass u, smoothing length H (radius at which the smoothing kernel ends), coefficient of viscosity, and
// divergence of the velocity. `rates` holds the acceleration by pressure and viscosity, and du/dt.
// `measures` holds density, pressure, largest signal velocity, and number of neighbors.

// Numbers of the particles in Morton order, in groups of four that are needed together. On CPUs each number is a column
// of body_stride elements, of which a vector is loaded at once. On GPUs the four numbers of a group are adjacent.
#if WIDTH > 1
#define NUMBER(group, place, i) sorted[(4 * (group) + (place)) * body_stride + (i)]
#else
#define NUMBER(group, place, i) sorted[4 * ((group) * body_stride + (i)) + (place)]
#endif
#define PLACE_X(i) NUMBER(0, 0, i)
#define PLACE_Y(i) NUMBER(0, 1, i)
#define PLACE_Z(i) NUMBER(0, 2, i)
#define LENGTH(i) NUMBER(0, 3, i)        // smoothing length H
#define VELOCITY_X(i) NUMBER(1, 0, i)
#define VELOCITY_Y(i) NUMBER(1, 1, i)
#define VELOCITY_Z(i) NUMBER(1, 2, i)
#define PARTICLE_MASS(i) NUMBER(1, 3, i)
#define DENSITY(i) NUMBER(2, 0, i)
#define PRESSURE(i) NUMBER(2, 1, i)
#define SOUND_SPEED(i) NUMBER(2, 2, i)
#define GRADIENT_H(i) NUMBER(2, 3, i)    // A of docs/gas.md: correction for variable smoothing lengths
#define VISCOSITY(i) NUMBER(3, 0, i)     // coefficient of viscosity, alpha
#define LIMITER(i) NUMBER(3, 1, i)       // factor of the viscosity that is small in shear, 0 to 1
#define ENERGY(i) NUMBER(3, 2, i)        // internal energy per unit mass
#define DIVERGENCE(i) NUMBER(3, 3, i)    // divergence of the velocity
#define NEIGHBORS(i) NUMBER(4, 0, i)
#define NEXT_LENGTH(i) NUMBER(4, 1, i)   // smoothing length with which the next substep begins
#define SIGNAL_SPEED(i) NUMBER(4, 2, i)  // largest signal velocity in the previous computation of the rates

// The four numbers of a group, for WIDTH particles from j on.
typedef struct {
    real a, b, c, d;
} Four;

Four four_of(uint group, uint j, __global const float* restrict sorted, uint body_stride) {
#if WIDTH > 1
    return (Four){load(0, &NUMBER(group, 0, j)), load(0, &NUMBER(group, 1, j)), load(0, &NUMBER(group, 2, j)),
                  load(0, &NUMBER(group, 3, j))};
#else
    const float4 four = ((__global const float4*)sorted)[group * body_stride + j];
    return (Four){four.x, four.y, four.z, four.w};
#endif
}

// A target is a set of particles, as first and end index, that are computed together: all particles of a leaf, or a
// single particle where the particles of a leaf are far apart. Each target has a list of at most LIST_RANGES ranges of
// particles. The lists contain every particle within the search radius of the target, and further particles.
#define LIST_RANGES 96u
#define RANGE(target, n) ranges[(target) * LIST_RANGES + (n)]

#define LEAST_ENERGY 1e-10f

// Time within a drift is counted in ticks: a drift has TICKS ticks. Mirrors gas_ticks in compute/gas/gas_targets.hpp.
// The substep of a target consists of two numbers: the ticks at its beginning and at its end.
#define TICKS 16384u
#define DURATION(dt, substep) ((dt) * ((float)((substep).y - (substep).x) / (float)TICKS))

// The work-item's part of the work on a target. On GPUs, the TARGET_GROUP work-items of a group compute the particles of
// one target. If it has fewer particles than work-items, several work-items share the neighbors of each particle. On
// CPUs a single work-item computes the whole target.
typedef struct {
    uint target;
    uint part, parts;  // this work-item computes every parts-th vector of neighbors, from number `part` on
    __local float* restrict shares;  // a number for each work-item of the group
} Share;

// A loop over the work-item's part of the list of the target: j is the first of WIDTH particles, and `behind` the end of
// their range.
#define FOR_NEAR(share)                                                                                   \
    for (uint n = 0; n < lengths[(share).target]; ++n)                                                      \
        for (uint j = RANGE((share).target, n).x + WIDTH * (share).part, behind = RANGE((share).target, n).y; \
             j < behind; j += WIDTH * (share).parts)

// Returns the number `v` of the work-item whose index differs by the power of two `distance`.
float of_partner(float v, uint distance, Share share) {
#if TARGET_GROUP > 1
    const uint item = get_local_id(0);
    share.shares[item] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v = share.shares[item ^ distance];
    barrier(CLK_LOCAL_MEM_FENCE);
#else
    (void)distance, (void)share;
#endif
    return v;
}

// Return the sum and the maximum over the lanes and over all parts of a particle. All work-items of the group must call
// these functions.
float sum_of_parts(real v, Share share) {
    float sum = sum_of_lanes(v);
    for (uint distance = share.parts / 2; distance > 0; distance /= 2) sum += of_partner(sum, distance, share);
    return sum;
}
float greatest_of_parts(real v, Share share) {
    float most = greatest_lane(v);
    for (uint distance = share.parts / 2; distance > 0; distance /= 2)
        most = fmax(most, of_partner(most, distance, share));
    return most;
}

// Returns true if `condition` is true in all work-items of the group, which must all call this function.
bool all_items(bool condition, Share share) {
#if TARGET_GROUP > 1
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

// Returns the share of this work-item in a target with `particles` particles. Work-item k computes the particle
// k / parts.
Share share_of(uint target, uint particles, __local float* shares) {
    uint parts = 1;
#if TARGET_GROUP > 1
    while (2 * parts * particles <= TARGET_GROUP) parts *= 2;
#else
    (void)particles;
#endif
    return (Share){target, get_local_id(0) % parts, parts, shares};
}

// The particle that this work-item computes when the group computes the particles from `first` on.
typedef struct {
    uint particle;
    bool is_first;  // true for one of the work-items of the particle
} Turn;

// Work-items without a particle compute the last particle, too, because all work-items must reach the barriers.
Turn turn_of(uint first, uint end, Share share) {
    const uint particle = first + get_local_id(0) / share.parts;
    return (Turn){min(particle, end - 1), particle < end && share.part == 0};
}

// Wendland's C2 kernel is W = WENDLAND / H^3 w(q) with w(q) = (1 - q)^4 (1 + 4 q) and q = r / H (Wendland 1995;
// Dehnen & Aly 2012, MNRAS 425, 1068, table 1).
#define WENDLAND 3.3422538f  // 21 / (2 pi)
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
    float jeans_particles;  // pressure floor, see pressure_of()
    float jeans_length;
    float most_viscosity;   // largest coefficient of viscosity, or the coefficient without switch
    float has_switch;       // 1: the viscosity follows shocks; 0: only reduced in shear; -1: the same everywhere
    float conduction;       // coefficient of the conduction of heat
    float courant;          // Courant number
    float longest;          // largest smoothing length
    float self_excess;      // share of a particle's own contribution that its density does not contain
    // Density above which dense_squares apply (see pressure_of()). Together, the numbers fill a multiple of 16 bytes,
    // because drivers differ in the padding of arguments.
    float dense;
} GasConstants;

// Position of a particle relative to a point, by the nearest of its periodic images.
typedef struct {
    real x, y, z;
    real square;  // square of the distance
} Offset;

Offset offset_of(Four place, float x, float y, float z, GasConstants gas) {
    const real dx = NEAREST_IMAGE(place.a - x, gas.period.x, gas.inverse_period.x);
    const real dy = NEAREST_IMAGE(place.b - y, gas.period.y, gas.inverse_period.y);
    const real dz = NEAREST_IMAGE(place.c - z, gas.period.z, gas.inverse_period.z);
    (void)gas;
    return (Offset){dx, dy, dz, dx * dx + dy * dy + dz * dz};
}
