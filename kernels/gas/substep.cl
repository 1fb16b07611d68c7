// Substeps of the gas: kick, drift, forces, kick (docs/gas.md). Gravity acts between the substeps.
#include "kernels/gas/gas.h"

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

// Moves particles that have left a periodic box to its other side. In directions without period, the period is 0.
__kernel void wrap(__global float4* restrict positions, uint count, GasConstants gas) {
    const uint row = get_global_id(0);
    if (row >= count) return;
    float4 position = positions[row];
    position.xyz -= gas.period.xyz * floor(position.xyz * gas.inverse_period.xyz);
    positions[row] = position;
}

// Moves all particles by the time dt, and predicts velocities and internal energies after this time, from the rates of
// the last computation. If a particle's substep consists of several such moves, its position at the end is the same as
// after a single one, apart from rounding.
__kernel void move_gas(__global float4* restrict positions, __global float4* restrict velocities, uint count, float dt,
                       GasConstants gas, __global float4* restrict conditions, __global const float4* restrict rates) {
    const uint row = get_global_id(0);
    if (row >= count) return;
    const float4 rate = rates[row];
    float4 velocity = velocities[row], position = positions[row], condition = conditions[row];
    velocity.xyz += 0.5f * dt * rate.xyz;
    position.xyz += dt * velocity.xyz;
    velocity.xyz += 0.5f * dt * rate.xyz;
    condition.x = gas.isothermal > 0.0f ? gas.isothermal / (gas.gamma - 1.0f)
                                        : fmax(LEAST_ENERGY, condition.x + dt * rate.w);
    // Mass conservation: the smoothing length grows by a third of the divergence.
    condition.y *= exp(clamp(dt * condition.w / 3.0f, -0.2f, 0.2f));
    positions[row] = position;
    velocities[row] = velocity;
    conditions[row] = condition;
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

// Returns the largest stable substep of a particle: the Courant condition and a limit from the acceleration.
float stable_substep(uint row, GasConstants gas, __global const float4* restrict conditions,
                     __global const float4* restrict rates, __global const float4* restrict measures) {
    const float length = conditions[row].y;
    const float3 a = rates[row].xyz;
    return fmin(2.0f * gas.courant * length / measures[row].z, 0.25f * sqrt(length / (sqrt(dot(a, a)) + 1e-20f)));
}

// Computes the smallest of these substeps for each work-group's particles.
__kernel __attribute__((reqd_work_group_size(STEP_GROUP, 1, 1)))
void find_substeps(uint count, GasConstants gas, __global const float4* restrict conditions,
                   __global const float4* restrict rates, __global const float4* restrict measures,
                   __global float* restrict least) {
    __local float shares[STEP_GROUP];
    const uint item = get_local_id(0);
    float longest = 1e30f;
    for (uint row = get_global_id(0); row < count; row += get_global_size(0))
        longest = fmin(longest, stable_substep(row, gas, conditions, rates, measures));
    shares[item] = longest;
    for (uint half_size = STEP_GROUP / 2; half_size > 0; half_size /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < half_size) shares[item] = fmin(shares[item], shares[item + half_size]);
    }
    if (item == 0) least[get_group_id(0)] = shares[0];
}

// Numbers about all targets: the end of the next substep, the number of targets that are due there, and 1 if a substep
// is too long. Mirrors compute/gas/gas_targets.cpp.
enum { NEXT_END, DUE, LIMITED };

// Chooses the next substeps of the `count` targets that are due at the time `now`, in ticks since the beginning of a
// drift of the duration dt. The substep of a target must be stable for all its particles. It ends at a multiple of as
// large a power of two as possible, so that many targets are due together. The smallest power of two is `least`; if even
// this substep is too long, sets numbers[LIMITED] to 1.
__kernel void choose_substeps(__global const uint2* restrict targets, __global const uint* restrict due, uint count,
                              __global const uint* restrict order, __global const float4* restrict conditions,
                              __global const float4* restrict rates, __global const float4* restrict measures,
                              GasConstants gas, float dt, uint now, uint least, __global uint2* restrict substeps,
                              __global uint* restrict numbers) {
    if (get_global_id(0) >= count) return;
    const uint target = due[get_global_id(0)];
    float longest = 1e30f;
    for (uint i = targets[target].x; i < targets[target].y; ++i)
        longest = fmin(longest, stable_substep(order[i], gas, conditions, rates, measures));
    uint multiple = TICKS;
    uint2 substep = (uint2)(now, multiple);
    while (multiple / 2 >= least && DURATION(dt, substep) > longest) {
        multiple /= 2;
        substep.y = (now / multiple + 1) * multiple;
    }
    if (DURATION(dt, substep) > longest) atomic_or(&numbers[LIMITED], 1u);
    substeps[target] = substep;
}

// Computes numbers[NEXT_END], which must be TICKS before.
__kernel void find_next_end(__global const uint2* restrict substeps, uint count, __global uint* restrict numbers) {
    __local uint first;
    if (get_local_id(0) == 0) first = TICKS;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_global_id(0) < count) atomic_min(&first, substeps[get_global_id(0)].y);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) atomic_min(&numbers[NEXT_END], first);
}

// Lists the targets that are due at numbers[NEXT_END], where their substeps end. They are listed in any order, because
// the results do not depend on it. numbers[DUE] must be 0 before. If `is_common` is true, the substeps of all targets,
// which begin together, end there.
__kernel void list_due(__global uint2* restrict substeps, uint count, uint is_common, __global uint* restrict numbers,
                       __global uint* restrict due) {
    __local uint found, first;
    const uint target = get_global_id(0), end = numbers[NEXT_END];
    if (get_local_id(0) == 0) found = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_common && target < count) substeps[target].y = end;
    const bool is_due = target < count && substeps[target].y == end;
    const uint place = is_due ? atomic_inc(&found) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) first = atomic_add(&numbers[DUE], found);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (is_due) due[first + place] = target;
}

// Computes the number of targets of each leaf. In a dense region, the box of a leaf is at most about as wide as a
// smoothing length. If a box is much wider, most particles near the box are not near any particle in it, so that a list
// for each particle is faster. Also sets numbers[leaves] to 0.
__kernel void count_targets(__global const uint* restrict links, uint stride, uint leaves,
                            __global const float4* restrict boxes, __global uint* restrict numbers) {
    const uint leaf = get_global_id(0);
    if (leaf > leaves) return;
    const float4 half_size = boxes[2 * leaf + 1];
    const bool is_wide = 2.0f * fmax(half_size.x, fmax(half_size.y, half_size.z)) > WIDEST_TARGET * half_size.w;
    numbers[leaf] = leaf == leaves ? 0u : is_wide ? BODY(leaf + 1) - BODY(leaf) : 1u;
}

// Writes the targets of each leaf; target firsts[leaf] is the first one.
__kernel void write_targets(__global const uint* restrict links, uint stride, uint leaves,
                            __global const uint* restrict firsts, __global uint2* restrict targets) {
    const uint leaf = get_global_id(0);
    if (leaf >= leaves) return;
    const uint target = firsts[leaf], count = firsts[leaf + 1] - target, first = BODY(leaf), end = BODY(leaf + 1);
    if (count == 1) targets[target] = (uint2)(first, end);
    if (count > 1)
        for (uint i = first; i < end; ++i) targets[target + i - first] = (uint2)(i, i + 1);
}
