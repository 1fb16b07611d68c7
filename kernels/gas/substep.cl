// One substep of the gas: kick, drift, forces, kick (docs/gas.md). Gravity acts between the substeps.
#include "kernels/gas/gas.h"

#define LEAST_ENERGY 1e-10f

// Copies the rows `rows` of all bodies to rows of the gas, before a drift. `shift`: coefficient of the accelerations in
// the drift, divided by its duration: the particles drift with this velocity, too.
__kernel void gather_gas(__global const float4* restrict positions, __global const float4* restrict velocities,
                         __global const float4* restrict accelerations, __global const uint* restrict rows, uint count,
                         float shift, __global float4* restrict own_positions, __global float4* restrict own_velocities,
                         __global float4* restrict gravity) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    const uint row = rows[i];
    const float4 acceleration = accelerations[row];
    own_positions[i] = positions[row];
    own_velocities[i] = velocities[row] + shift * (float4)(acceleration.xyz, 0.0f);
    gravity[i] = acceleration;
}

// Copies the state of the gas between the columns of all ranks and the columns of the particles that are still gas.
__kernel void gather_state(__global const uint* restrict ranks, uint count, __global const float4* restrict all_conditions,
                           __global const float4* restrict all_rates, __global const float4* restrict all_measures,
                           __global float4* restrict conditions, __global float4* restrict rates,
                           __global float4* restrict measures) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    conditions[i] = all_conditions[ranks[i]];
    rates[i] = all_rates[ranks[i]];
    measures[i] = all_measures[ranks[i]];
}
__kernel void scatter_state(__global const uint* restrict ranks, uint count, __global const float4* restrict conditions,
                            __global const float4* restrict rates, __global const float4* restrict measures,
                            __global float4* restrict all_conditions, __global float4* restrict all_rates,
                            __global float4* restrict all_measures) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    all_conditions[ranks[i]] = conditions[i];
    all_rates[ranks[i]] = rates[i];
    all_measures[ranks[i]] = measures[i];
}

// Takes the conditions of gas whose state is unknown: the internal energy from `energies` if the gas is adiabatic and the
// energy is known (not negative), or else `energy`; the smoothing length from the fourth number of the velocity.
__kernel void take_gas(__global const float4* restrict own_velocities, __global const float* restrict energies,
                       __global const uint* restrict ranks, uint count, uint is_adiabatic, float energy,
                       __global float4* restrict conditions) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    const bool is_known = is_adiabatic && energies[ranks[i]] >= 0.0f;
    conditions[i] =
        (float4)(is_known ? fmax(LEAST_ENERGY, energies[ranks[i]]) : energy, own_velocities[i].w, 0.0f, 0.0f);
}

// Copies the rows of the gas back, after a drift. The fourth number of a velocity is the smoothing length.
__kernel void scatter_gas(__global const float4* restrict own_positions, __global const float4* restrict own_velocities,
                          __global const float4* restrict gravity, __global const float4* restrict conditions,
                          __global const uint* restrict rows, uint count, float shift,
                          __global float4* restrict positions, __global float4* restrict velocities) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    const uint row = rows[i];
    positions[row] = own_positions[i];
    velocities[row] = (float4)(own_velocities[i].xyz - shift * gravity[i].xyz, conditions[i].y);
}

// First half: half a kick, the drift, and the prediction of the velocity and the internal energy at the end of the
// substep, for which the forces are then computed. If `wraps` is true, moves particles that have left a periodic box to
// its other side.
__kernel void begin_substep(__global float4* restrict positions, __global float4* restrict velocities, uint count,
                            float dt, uint wraps, GasConstants gas, __global float4* restrict conditions,
                            __global const float4* restrict rates) {
    const uint row = get_global_id(0);
    if (row >= count) return;
    const float4 rate = rates[row];
    float4 velocity = velocities[row], position = positions[row], condition = conditions[row];
    velocity.xyz += 0.5f * dt * rate.xyz;
    position.xyz += dt * velocity.xyz;
    // In directions without period, the period is 0.
    if (wraps) position.xyz -= gas.period.xyz * floor(position.xyz * gas.inverse_period.xyz);
    velocity.xyz += 0.5f * dt * rate.xyz;
    condition.x = gas.isothermal > 0.0f ? gas.isothermal / (gas.gamma - 1.0f)
                                        : fmax(LEAST_ENERGY, condition.x + dt * rate.w);
    // Mass conservation: the smoothing length grows by a third of the divergence.
    condition.y *= exp(clamp(dt * condition.w / 3.0f, -0.2f, 0.2f));
    positions[row] = position;
    velocities[row] = velocity;
    conditions[row] = condition;
}

// Second half: replaces the predicted kick by the kick with the new rates.
__kernel void end_substep(__global float4* restrict velocities, uint count, float dt,
                          __global float4* restrict conditions, __global const float4* restrict former_rates,
                          __global const float4* restrict rates) {
    const uint row = get_global_id(0);
    if (row >= count) return;
    const float4 change = 0.5f * dt * (rates[row] - former_rates[row]);
    velocities[row].xyz += change.xyz;
    conditions[row].x = fmax(LEAST_ENERGY, conditions[row].x + change.w);
}

// Copies positions, velocities and conditions to `sorted`, in Morton order. The velocity of the moment is the stored velocity plus
// `since` times the acceleration by gravity: gravity kicks between substeps, so a stored velocity belongs to the middle
// of a gravity step. Viscosity and heating must see the velocity of the moment; otherwise every kick would change the
// total energy.
__kernel void sort_columns(__global const float4* restrict positions, __global const float4* restrict velocities,
                           __global const float4* restrict gravity, float since, uint count,
                           __global const uint* restrict order,
                           __global const float4* restrict conditions, __global const float4* restrict measures,
                           __global float* restrict sorted, uint body_stride) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    const uint row = order[i];
    const float3 velocity = velocities[row].xyz + (since != 0.0f ? since * gravity[row].xyz : 0.0f);
    const float4 position = positions[row], condition = conditions[row];
    PLACE_X(i) = position.x;
    PLACE_Y(i) = position.y;
    PLACE_Z(i) = position.z;
    PARTICLE_MASS(i) = position.w;
    VELOCITY_X(i) = velocity.x;
    VELOCITY_Y(i) = velocity.y;
    VELOCITY_Z(i) = velocity.z;
    ENERGY(i) = condition.x;
    LENGTH(i) = condition.y;
    VISCOSITY(i) = condition.z;
    DIVERGENCE(i) = condition.w;
    SIGNAL_SPEED(i) = measures[row].z;
}

// Computes the largest permitted substep of each work-group's particles: the Courant condition and a limit from the
// acceleration.
__kernel __attribute__((reqd_work_group_size(STEP_GROUP, 1, 1)))
void find_substeps(uint count, GasConstants gas, __global const float4* restrict conditions,
                   __global const float4* restrict rates, __global const float4* restrict measures,
                   __global float* restrict least) {
    __local float shares[STEP_GROUP];
    const uint item = get_local_id(0);
    float longest = 1e30f;
    for (uint row = get_global_id(0); row < count; row += get_global_size(0)) {
        const float length = conditions[row].y;
        const float3 a = rates[row].xyz;
        longest = fmin(longest, 2.0f * gas.courant * length / measures[row].z);
        longest = fmin(longest, 0.25f * sqrt(length / (sqrt(dot(a, a)) + 1e-20f)));
    }
    shares[item] = longest;
    for (uint half_size = STEP_GROUP / 2; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_size) shares[item] = fmin(shares[item], shares[item + half_size]);
    }
    if (item == 0) least[get_group_id(0)] = shares[0];
}
