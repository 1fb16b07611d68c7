// Density, smoothing length and velocity gradient of each particle of the gas (docs/gas.md).
#include "kernels/gas/gas.h"

// Sums over the neighbors, for a smoothing length.
typedef struct {
    float number;            // sum of w
    float slope;             // sum of -q w'
    float mass, mass_slope;  // the same with masses
} Sums;

// The lanes of these sums.
typedef struct {
    real number, slope, mass, mass_slope;
} SumLanes;

// Adds particles of mass m at the distances q H. Particles with q = 1 add nothing.
void add_particles(SumLanes* sums, real q, real m) {
    const real a = 1.0f - q, cube = a * a * a;
    const real w = cube * a * (1.0f + 4.0f * q), slope = 20.0f * cube * q * q;
    sums->number += w;
    sums->slope += slope;
    sums->mass += m * w;
    sums->mass_slope += m * slope;
}

// Returns the sums over all lanes and parts, for a particle of mass `mass`. The particle itself is counted with the
// weight 1 - gas.self_excess instead of 1. With the weight 1, the density of a regular arrangement would be too large
// by 1 % with 64 neighbors, at any number of particles (Dehnen & Aly 2012, MNRAS 425, 1068, eqs. 18 and 19).
Sums whole_sums(SumLanes sums, float mass, Share share, GasConstants gas) {
    return (Sums){sum_of_parts(sums.number, share) - gas.self_excess, sum_of_parts(sums.slope, share),
                  sum_of_parts(sums.mass, share) - gas.self_excess * mass, sum_of_parts(sums.mass_slope, share)};
}

// Returns the sums at particle i.
Sums sums_at(uint i, float length, __global const float* restrict sorted, uint body_stride,
             __global const uint2* restrict ranges, __global const uint* restrict lengths, Share share,
             GasConstants gas) {
    const float x = PLACE_X(i), y = PLACE_Y(i), z = PLACE_Z(i);
    const float inverse = 1.0f / length, square = length * length;
    SumLanes sums = {0.0f, 0.0f, 0.0f, 0.0f};
    FOR_NEAR(share) {
        const Offset to = offset_of(four_of(0, j, sorted, body_stride), x, y, z, gas);
        const whole inside = (to.square < square) & (LANE_NUMBERS < (whole)(behind - j));
        if (!any_lane(inside)) continue;
        const Four motion = four_of(1, j, sorted, body_stride);
        add_particles(&sums, where(inside, root(to.square) * inverse, 1.0f), motion.d);
    }
    return whole_sums(sums, PARTICLE_MASS(i), share, gas);
}

// Returns the pressure of gas with this density and internal energy, for a particle of mass m. The pressure floor keeps
// the Jeans mass above gas.jeans_particles m and the Jeans length above gas.jeans_length (Robertson & Kravtsov 2008, ApJ
// 680, 1083, section 2), in units with G = 1. The Jeans mass is pi^2.5 / 6 c^3 / sqrt(rho), and the Jeans length
// c sqrt(pi / rho). Above the density gas.dense, young stars raise the pressure of isothermal gas: element k of
// `dense_squares` is the binary logarithm of c^2 at 2^k gas.dense (data/base/multiphase_gas.hpp).
float pressure_of(float density, float energy, float mass, GasConstants gas,
                  __global const float* restrict dense_squares) {
    float square = gas.isothermal > 0.0f ? gas.isothermal : (gas.gamma - 1.0f) * energy;
    if (gas.isothermal > 0.0f && density > gas.dense) {
        const float place = fmin(log2(density / gas.dense), DOUBLINGS - 1.0f);
        const uint k = min((uint)place, DOUBLINGS - 2u);
        square = exp2(mix(dense_squares[k], dense_squares[k + 1], place - k));
    }
    if (gas.jeans_particles > 0.0f)
        square = fmax(square, powr(6.0f * gas.jeans_particles * mass / 17.493418f, 2.0f / 3.0f) * cbrt(density));
    square = fmax(square, gas.jeans_length * gas.jeans_length * density * M_1_PI_F);
    return square * density;
}

// Velocity gradient: elements [row of the velocity][column of the position].
typedef struct {
    float3 x, y, z;
} Gradient;

// Returns the velocity gradient at particle i, exact for velocities that depend linearly on the position: the sum of
// weighted products of differences of velocities and positions, multiplied by the inverse of the sum of weighted
// products of differences of positions. `sums` receives the result of sums_at(), and `count` the number of neighbors.
Gradient gradient_at(uint i, float length, __global const float* restrict sorted, uint body_stride,
                     __global const uint2* restrict ranges, __global const uint* restrict lengths, Share share,
                     GasConstants gas, Sums* sums, float* count) {
    const float x = PLACE_X(i), y = PLACE_Y(i), z = PLACE_Z(i), inverse = 1.0f / length, square = length * length;
    const float vx = VELOCITY_X(i), vy = VELOCITY_Y(i), vz = VELOCITY_Z(i);
    real xx = 0.0f, xy = 0.0f, xz = 0.0f, yx = 0.0f, yy = 0.0f, yz = 0.0f, zx = 0.0f, zy = 0.0f, zz = 0.0f;
    real txx = 0.0f, txy = 0.0f, txz = 0.0f, tyy = 0.0f, tyz = 0.0f, tzz = 0.0f, found = 0.0f;
    SumLanes near = {0.0f, 0.0f, 0.0f, 0.0f};
    FOR_NEAR(share) {
        const Offset to = offset_of(four_of(0, j, sorted, body_stride), x, y, z, gas);
        const whole inside = (to.square < square) & (LANE_NUMBERS < (whole)(behind - j));
        if (!any_lane(inside)) continue;
        const Four motion = four_of(1, j, sorted, body_stride);
        const real q = where(inside, root(to.square) * inverse, 1.0f), m = motion.d;
        add_particles(&near, q, m);
        const real weight = m * wendland_slope(q);
        const real ex = motion.a - vx, ey = motion.b - vy, ez = motion.c - vz;
        const real wx = weight * to.x, wy = weight * to.y, wz = weight * to.z;
        found += where(inside & (to.square > 0.0f), (real)1.0f, 0.0f);
        xx += ex * wx;
        xy += ex * wy;
        xz += ex * wz;
        yx += ey * wx;
        yy += ey * wy;
        yz += ey * wz;
        zx += ez * wx;
        zy += ez * wy;
        zz += ez * wz;
        txx += wx * to.x;
        txy += wx * to.y;
        txz += wx * to.z;
        tyy += wy * to.y;
        tyz += wy * to.z;
        tzz += wz * to.z;
    }
    *count = sum_of_parts(found, share);
    *sums = whole_sums(near, PARTICLE_MASS(i), share, gas);
    const float3 dx = (float3)(sum_of_parts(xx, share), sum_of_parts(xy, share), sum_of_parts(xz, share));
    const float3 dy = (float3)(sum_of_parts(yx, share), sum_of_parts(yy, share), sum_of_parts(yz, share));
    const float3 dz = (float3)(sum_of_parts(zx, share), sum_of_parts(zy, share), sum_of_parts(zz, share));
    // Every work-item must reach the barriers of all sums, also for a particle without neighbors.
    const float sum_xx = sum_of_parts(txx, share), sum_xy = sum_of_parts(txy, share),
                sum_xz = sum_of_parts(txz, share), sum_yy = sum_of_parts(tyy, share),
                sum_yz = sum_of_parts(tyz, share), sum_zz = sum_of_parts(tzz, share);
    const float third = (sum_xx + sum_yy + sum_zz) / 3.0f;
    if (!(third > 0.0f)) return (Gradient){0.0f, 0.0f, 0.0f};
    // Elements of the symmetric matrix, relative to a third of its trace.
    const float a = sum_xx / third, b = sum_xy / third, c = sum_xz / third, d = sum_yy / third, e = sum_yz / third,
                f = sum_zz / third;
    // Columns of the matrix of cofactors.
    const float3 p = (float3)(d * f - e * e, c * e - b * f, b * e - c * d);
    const float3 q = (float3)(p.y, a * f - c * c, b * c - a * e), r = (float3)(p.z, q.z, a * d - b * b);
    const float determinant = a * p.x + b * p.y + c * p.z;
    // If the neighbors lie nearly in a plane, the inverse is too uncertain; the isotropic estimate is used instead.
    if (!(determinant > 1e-4f)) return (Gradient){dx / third, dy / third, dz / third};
    const float scale = 1.0f / (third * determinant);
    return (Gradient){scale * (float3)(dot(dx, p), dot(dx, q), dot(dx, r)),
                      scale * (float3)(dot(dy, p), dot(dy, q), dot(dy, r)),
                      scale * (float3)(dot(dz, p), dot(dz, q), dot(dz, r))};
}

// Returns the new coefficient of viscosity. It jumps up where the flow converges ever faster, as in a shock, and decays
// within H / (0.2 c) otherwise (Cullen & Dehnen 2010, MNRAS 408, 669; Borrow et al. 2022, MNRAS 511, 2367, section 2).
// `dt`: time since the last evaluation; 0 for the first.
float viscosity_of(float former, float former_divergence, float divergence, float shear, float curl, float length,
                   float sound_speed, float signal_speed, float dt, GasConstants gas) {
    if (!(gas.has_switch > 0.0f)) return gas.most_viscosity;
    // Share of the compression in the whole deformation: near 0 in shear, where no viscosity is wanted.
    const float compression = 4.0f * divergence * divergence;
    const float share = compression / (compression + shear + curl * curl + 1e-20f);
    // Within much less time than sound needs for a smoothing length, the divergence changes mostly by noise, which must
    // not look like shocks.
    const float rate = dt > 0.0f ? (divergence - former_divergence) / fmax(dt, 0.05f * length / signal_speed) : 0.0f;
    const float source = divergence < 0.0f ? share * length * length * fmax(0.0f, -rate) : 0.0f;
    const float wanted = gas.most_viscosity * source / (source + signal_speed * signal_speed);
    const float decayed = wanted + (former - wanted) * exp(-dt * 0.2f * sound_speed / length);
    return wanted > former ? wanted : decayed;
}

// Returns the next smoothing length of the search, from the excess of H^3 n(H) over the wanted value and its derivative
// with respect to log(H). `low` and `high` are bounds of the solution, which become narrower.
float next_length(float length, float excess, float slope, float longest, float* low, float* high) {
    if (excess > 0.0f)
        *high = fmin(*high, length);
    else
        *low = length;
    float next = length - excess * length / slope;
    if (!(slope > 0.0f) || next < 0.5f * length) next = excess > 0.0f ? 0.8f * length : longest;
    if (next >= *high) next = excess > 0.0f ? 0.5f * (*low + *high) : *high;
    if (next <= *low) next = 0.5f * (*low + *high);
    return next;
}

// Computes particle i, or this work-item's share of it. The work-item for which `is_first` is true stores the results.
void find_density(uint i, bool is_first, Share share, __global float* restrict sorted, uint body_stride,
                  __global const uint2* restrict ranges, __global const uint* restrict lengths, float dt,
                  GasConstants gas, __global const float* restrict dense_squares, __global uint* restrict unfinished) {
    const float wanted = gas.neighbors * 3.0f / (4.0f * M_PI_F), begin = LENGTH(i);
    // The list contains all neighbors up to this smoothing length.
    const float longest = fmin(SEARCH_MARGIN * begin, gas.longest);
    float length = fmin(begin, longest), low = 0.0f, high = longest, count;
    Sums sums = {0.0f, 0.0f, 0.0f, 0.0f};
    Gradient v;
    bool is_done = false;
    // Newton's method for H^3 n(H) = const, with bisection where it leaves the known bounds. The predicted smoothing
    // length of a substep is nearly always within the tolerance, so that one sum over the neighbors suffices. The
    // remaining error corrects the smoothing length for the next substep.
    const float tolerance = wanted * (dt > 0.0f ? 0.01f : 2e-4f);
    float excess = 0.0f;
    for (uint round = 0; round < 12; ++round) {
        v = gradient_at(i, length, sorted, body_stride, ranges, lengths, share, gas, &sums, &count);
        excess = WENDLAND * sums.number - wanted;
        // The smoothing length must not grow beyond the list, even if the solution is longer.
        is_done = fabs(excess) < tolerance || (excess < 0.0f && length >= longest);
        if (all_items(is_done, share)) break;
        for (uint iteration = 0; iteration < 30; ++iteration) {
            // At the solution, a further step would only follow rounding errors.
            if (!is_done && fabs(excess) > 1e-4f * wanted)
                length = next_length(length, excess, WENDLAND * sums.slope, longest, &low, &high);
            const bool is_near = fabs(excess) < 0.05f * wanted || (excess < 0.0f && length >= longest);
            if (all_items(is_near || is_done, share)) break;
            sums = sums_at(i, length, sorted, body_stride, ranges, lengths, share, gas);
            excess = WENDLAND * sums.number - wanted;
        }
    }
    // Counts the particles whose smoothing length must grow beyond what the list permits.
    const bool must_grow =
        length >= longest && longest < gas.longest && WENDLAND * sums.number < (1.0f - 1e-3f) * wanted;
    if (is_first && (!is_done || must_grow)) atomic_inc(unfinished);

    const float density = WENDLAND * sums.mass / (length * length * length);
    const float pressure = pressure_of(density, ENERGY(i), PARTICLE_MASS(i), gas, dense_squares);
    const float sound_speed = sqrt((gas.isothermal > 0.0f ? 1.0f : gas.gamma) * pressure / density);
    const float divergence = v.x.x + v.y.y + v.z.z;
    const float3 rotation = (float3)(v.z.y - v.y.z, v.x.z - v.z.x, v.y.x - v.x.y);
    const float curl = sqrt(dot(rotation, rotation));
    const float3 stretch = (float3)(v.x.x, v.y.y, v.z.z) - divergence / 3.0f;
    const float3 shearing = (float3)(v.x.y + v.y.x, v.x.z + v.z.x, v.y.z + v.z.y);
    const float shear = dot(stretch, stretch) + 0.5f * dot(shearing, shearing);

    if (!is_first) return;
    LENGTH(i) = length;
    const float correction = dt > 0.0f ? clamp(excess / (WENDLAND * sums.slope), -0.05f, 0.05f) : 0.0f;
    NEXT_LENGTH(i) = fmin(length * (1.0f - correction), gas.longest);
    DENSITY(i) = density;
    PRESSURE(i) = pressure;
    // A = (H / 3n) drho/dH / (1 + (H / 3n) dn/dH) (Hopkins 2013, MNRAS 428, 2840, eqs. 11 and 12, with x = m)
    GRADIENT_H(i) = (sums.mass_slope - 3.0f * sums.mass) / fmax(sums.slope, 1e-20f);
    SOUND_SPEED(i) = sound_speed;
    LIMITER(i) = gas.has_switch < 0.0f ? 1.0f
                                         : fabs(divergence) / (fabs(divergence) + curl + 1e-4f * sound_speed / length);
    VISCOSITY(i) = viscosity_of(VISCOSITY(i), DIVERGENCE(i), divergence, shear, curl, length, sound_speed,
                                fmax(SIGNAL_SPEED(i) / 3.0f, sound_speed), dt, gas);
    DIVERGENCE(i) = divergence;
    NEIGHBORS(i) = count;
}

// Computes the particles of a target that is due. dt is the duration of the drift, and 0 in the first computation of a
// run. `unfinished` counts particles whose lists were too short.
__kernel __attribute__((reqd_work_group_size(TARGET_GROUP, 1, 1)))
void find_densities(__global float* restrict sorted, uint body_stride, __global const uint2* restrict targets,
                    __global const uint* restrict due, __global const uint2* restrict substeps,
                    __global const uint2* restrict ranges, __global const uint* restrict lengths, float dt,
                    GasConstants gas, __global const float* restrict dense_squares,
                    __global uint* restrict unfinished) {
    __local float shares[TARGET_GROUP];
    const uint target = due[get_global_id(0) / TARGET_GROUP];  // global ids begin at the first target of the slice
    const float substep = DURATION(dt, substeps[target]);
    const uint2 particles = targets[target];
    const Share share = share_of(target, particles.y - particles.x, shares);
    for (uint first = particles.x; first < particles.y; first += TARGET_GROUP / share.parts) {
        const Turn turn = turn_of(first, particles.y, share);
        find_density(turn.particle, turn.is_first, share, sorted, body_stride, ranges, lengths, substep, gas, dense_squares,
                     unfinished);
    }
}
