// Acceleration of each particle of the gas by pressure and viscosity, and the change of its internal energy
// (docs/gas.md).
#include "kernels/gas/gas.h"

// Formulas: Springel & Hernquist 2002, MNRAS 333, 649, eq. 10, with the corrections for unequal masses of Hopkins 2013
// (f_ij = 1 - A_i / m_j), and the viscosity of Monaghan 1997 with the limiter of Balsara 1995 as in Springel 2005,
// MNRAS 364, 1105, eqs. 10 to 17.
void find_force(uint i, bool is_first, Share share, __global const float* restrict sorted, uint body_stride,
                __global const uint2* restrict ranges, __global const uint* restrict lengths, float substep,
                GasConstants gas, uint row, __global float4* restrict velocities, __global float4* restrict conditions,
                __global float4* restrict rates, __global float4* restrict measures) {
    const float x = PLACE_X(i), y = PLACE_Y(i), z = PLACE_Z(i), mass = PARTICLE_MASS(i);
    const float vx = VELOCITY_X(i), vy = VELOCITY_Y(i), vz = VELOCITY_Z(i), energy = ENERGY(i);
    const float length = LENGTH(i), inverse = 1.0f / length, square = length * length;
    const float density = DENSITY(i), pressure = PRESSURE(i), sound_speed = SOUND_SPEED(i);
    const float own_share = pressure / (density * density), correction = GRADIENT_H(i);
    const float viscosity = VISCOSITY(i), limiter = LIMITER(i);
    const float scale = WENDLAND * inverse * inverse * inverse * inverse * inverse;
    real ax = 0.0f, ay = 0.0f, az = 0.0f, heating = 0.0f, fastest = 2.0f * sound_speed;
    FOR_NEAR(share) {
        const Four place = four_of(0, j, sorted, body_stride);
        const Offset to = offset_of(place, x, y, z, gas);
        const real r2 = to.square, other_length = place.d;
        const whole inside = (r2 < fmax(other_length * other_length, square)) & (r2 > 0.0f) &
                             (LANE_NUMBERS < (whole)(behind - j));
        if (!any_lane(inside)) continue;
        const Four motion = four_of(1, j, sorted, body_stride), state = four_of(2, j, sorted, body_stride),
                   switches = four_of(3, j, sorted, body_stride);
        const real r = root(r2), other_inverse = 1.0f / other_length, m = motion.d;
        // The slopes are -W' / r, which are 0 outside of the kernels.
        const real own_slope = scale * wendland_slope(r * inverse);
        const real square_inverse = other_inverse * other_inverse;
        const real other_slope =
            WENDLAND * square_inverse * square_inverse * other_inverse * wendland_slope(r * other_inverse);
        const real mean_slope = 0.5f * (own_slope + other_slope);
        const real ex = vx - motion.a, ey = vy - motion.b, ez = vz - motion.c;
        const real product = -(ex * to.x + ey * to.y + ez * to.z);
        const real approach = where(r2 > 0.0f, fmin(product / r, 0.0f), 0.0f);
        const real signal = sound_speed + state.c - 3.0f * approach;
        const real other_density = state.a, other_pressure = state.b;
        const real mean_density = 0.5f * (density + other_density);
        const real viscous = -0.125f * (viscosity + switches.a) * (limiter + switches.b) *
                             signal * approach / mean_density;
        const real own = own_share * (1.0f - correction / m) * own_slope;
        const real other = other_pressure / (other_density * other_density) *
                           (1.0f - state.d / mass) * other_slope;
        const real push = where(inside, m * (own + other + viscous * mean_slope), 0.0f);
        ax -= push * to.x;
        ay -= push * to.y;
        az -= push * to.z;
        real heat = -m * (own + 0.5f * viscous * mean_slope) * product;
        if (gas.conduction > 0.0f)  // Price 2008, J. Comput. Phys. 227, 10040
            heat -= gas.conduction * m * root(fabs(pressure - other_pressure) / mean_density) *
                    (energy - switches.c) * mean_slope * r / mean_density;
        heating += where(inside, heat, 0.0f);
        fastest = fmax(fastest, where(inside, signal, 0.0f));
    }
    const float4 sum = (float4)(sum_of_parts(ax, share), sum_of_parts(ay, share), sum_of_parts(az, share),
                                sum_of_parts(heating, share));
    const float signal_speed = greatest_of_parts(fastest, share);
    if (!is_first) return;
    const float4 rate = (float4)(sum.xyz, gas.isothermal > 0.0f ? 0.0f : sum.w);
    float new_energy = conditions[row].x;
    // Velocity and energy were predicted with the former rate. The second half of the substep uses the new one. Before
    // the first computation of a run, there is no former rate.
    if (substep > 0.0f) {
        const float4 change = 0.5f * substep * (rate - rates[row]);
        velocities[row].xyz += change.xyz;
        new_energy = fmax(LEAST_ENERGY, new_energy + change.w);
    }
    conditions[row] = (float4)(new_energy, NEXT_LENGTH(i), VISCOSITY(i), DIVERGENCE(i));
    rates[row] = rate;
    measures[row] = (float4)(density, pressure, signal_speed, NEIGHBORS(i));
}

// Computes the particles of a target that is due, like find_densities(), and ends their substeps. Writes rows in the
// order of the run.
__kernel __attribute__((reqd_work_group_size(TARGET_GROUP, 1, 1)))
void find_forces(__global const float* restrict sorted, uint body_stride, __global const uint* restrict order,
                 __global const uint2* restrict targets, __global const uint* restrict due,
                 __global const uint2* restrict substeps, __global const uint2* restrict ranges,
                 __global const uint* restrict lengths, float dt, GasConstants gas,
                 __global float4* restrict velocities, __global float4* restrict conditions,
                 __global float4* restrict rates, __global float4* restrict measures) {
    __local float shares[TARGET_GROUP];
    const uint target = due[get_global_id(0) / TARGET_GROUP];
    const float substep = DURATION(dt, substeps[target]);
    const uint2 particles = targets[target];
    const Share share = share_of(target, particles.y - particles.x, shares);
    for (uint first = particles.x; first < particles.y; first += TARGET_GROUP / share.parts) {
        const Turn turn = turn_of(first, particles.y, share);
        find_force(turn.particle, turn.is_first, share, sorted, body_stride, ranges, lengths, substep, gas,
                   order[turn.particle], velocities, conditions, rates, measures);
    }
}
