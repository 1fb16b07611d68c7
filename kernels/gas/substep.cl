// One substep of the gas: kick, drift, forces, kick (docs/gas.md). Gravity acts between the substeps.
#include "kernels/gas/gas.h"

#define LEAST_ENERGY 1e-10f

// First half: half a kick, the drift, and the prediction of the velocity and the internal energy at the end of the
// substep, for which the forces are then computed. `first` is the first row of the gas in `positions`.
__kernel void begin_substep(__global float4* restrict positions, __global float4* restrict velocities, uint first,
                            uint count, float dt, GasConstants gas, __global float4* restrict conditions,
                            __global const float4* restrict rates) {
    const uint row = get_global_id(0);
    if (row >= count) return;
    const float4 rate = rates[row];
    float4 velocity = velocities[first + row], position = positions[first + row], condition = conditions[row];
    velocity.xyz += 0.5f * dt * rate.xyz;
    position.xyz += dt * velocity.xyz;
    // Moves particles that have left a periodic box to its other side. In other directions, the period is 0.
    position.xyz -= gas.period.xyz * floor(position.xyz * gas.inverse_period.xyz);
    velocity.xyz += 0.5f * dt * rate.xyz;
    condition.x = fmax(LEAST_ENERGY, condition.x + dt * rate.w);
    // Mass conservation: the smoothing length grows by a third of the divergence.
    condition.y *= exp(clamp(dt * condition.w / 3.0f, -0.2f, 0.2f));
    positions[first + row] = position;
    velocities[first + row] = velocity;
    conditions[row] = condition;
}

// Second half: replaces the predicted kick by the kick with the new rates.
__kernel void end_substep(__global float4* restrict velocities, uint first, uint count, float dt,
                          __global float4* restrict conditions, __global const float4* restrict former_rates,
                          __global const float4* restrict rates) {
    const uint row = get_global_id(0);
    if (row >= count) return;
    const float4 change = 0.5f * dt * (rates[row] - former_rates[row]);
    velocities[first + row].xyz += change.xyz;
    conditions[row].x = fmax(LEAST_ENERGY, conditions[row].x + change.w);
}

// Copies the positions of the gas to rows of their own, for the sort.
__kernel void copy_positions(__global const float4* restrict positions, uint first, uint count,
                             __global float4* restrict own) {
    const uint row = get_global_id(0);
    if (row < count) own[row] = positions[first + row];
}

// Copies velocities and conditions to columns in Morton order. The velocity of the moment is the stored velocity plus
// `since` times the acceleration by gravity: gravity kicks between substeps, so a stored velocity belongs to the middle
// of a gravity step. Viscosity and heating must see the velocity of the moment; otherwise every kick would change the
// total energy.
__kernel void sort_columns(__global const float4* restrict velocities, __global const float4* restrict gravity,
                           float since, uint first, uint count, __global const uint* restrict order,
                           __global const float4* restrict conditions, __global float* restrict sorted,
                           uint body_stride) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    const uint row = order[i];
    const float3 velocity = velocities[first + row].xyz + (since != 0.0f ? since * gravity[first + row].xyz : 0.0f);
    const float4 condition = conditions[row];
    VELOCITY_X(i) = velocity.x;
    VELOCITY_Y(i) = velocity.y;
    VELOCITY_Z(i) = velocity.z;
    ENERGY(i) = condition.x;
    LENGTH(i) = condition.y;
    VISCOSITY(i) = condition.z;
    DIVERGENCE(i) = condition.w;
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
