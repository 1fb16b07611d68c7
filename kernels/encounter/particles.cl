// Places and moves the test particles of many encounters. A work-item moves LANES particles of a disk of an encounter.
// On GPUs, LANES is 1, and the neighboring work-items read neighboring particles. On CPUs, a work-group is a work-item,
// and the compiler vectorizes the loops over lanes.
//
// Definitions:
//   LANES, WORK_GROUP   particles of a work-item, work-items of a work-group
//   RUNGE_KUTTA         fourth-order Runge-Kutta in the exact table, instead of leapfrog in the smooth table
//   LOCAL_TABLE         the smooth table is copied to local memory
//   TABLE_EDGE          end of the smooth table, an integer; the mass of a galaxy ends within it
//   KEPLER              the attraction falls as 1 / r^2 beyond the exact table
#include "kernels/encounter/encounter.h"

#define BINS 10000            // of the exact table, as in data/encounter/galaxy_potential.cpp
#define TABLE_INTERVALS 2048  // of the smooth table, for the radii from 0 to TABLE_EDGE
#ifdef RUNGE_KUTTA
typedef float TableEntry;
#else
typedef float2 TableEntry;
#endif
#ifdef LOCAL_TABLE
#define TABLE __local const TableEntry* restrict
#define TABLE_NUMBERS __local const float*
#else
#define TABLE __global const TableEntry* restrict
#define TABLE_NUMBERS __global const float*
#endif

// Place of the particles of a work-item: the disk, the first particle, and the number of valid particles.
typedef struct {
    uint encounter, disk, first, count;
} Block;

// The first `blocks1` blocks belong to disk 1. The particles of disk 2 follow the particles of disk 1.
Block own_block(uint particles1, uint particles2) {
    const uint size = LANES * WORK_GROUP, blocks1 = (particles1 + size - 1) / size;
    Block own;
    own.encounter = get_global_id(1);
    own.disk = get_group_id(0) >= blocks1;
    const uint group = get_group_id(0) - (own.disk ? blocks1 : 0);
    const uint begin = (group * WORK_GROUP + get_local_id(0)) * LANES;
    const uint end = own.disk ? particles2 : particles1;
    own.count = begin < end ? min((uint)LANES, end - begin) : 0;
    own.first = (own.disk ? particles1 : 0) + begin;
    return own;
}

// Returns the bin of a radius in the exact table. The width of the bins is 0.001.
inline uint bin_of(float radius) { return min((uint)(radius * 1000.0f), BINS - 1u); }

// Places the particles on circular orbits around their galaxy at the start of the encounter. `samples` contains radius
// and angle of each particle as shares from 0 to 1; `attraction` is the exact table.
__kernel void place(__global float4* restrict positions, __global float4* restrict velocities,
                    __global const OrbitOutcome* restrict outcomes, __global const DiskGalaxy* restrict galaxies,
                    __global const float2* restrict samples, __global const float* restrict attraction, uint particles1,
                    uint particles2) {
    const uint i = get_global_id(0), encounter = get_global_id(1), particles = particles1 + particles2;
    if (i >= particles) return;
    const bool second = i >= particles1;
    const DiskGalaxy galaxy = galaxies[2 * encounter + (second ? 1 : 0)];
    const float2 sample = samples[second ? i - particles1 : i];
    const float radius = mix(galaxy.inner_radius, galaxy.outer_radius, sample.x), angle = 2 * M_PI_F * sample.y;
    const float speed = sqrt(galaxy.mass * attraction[bin_of(radius)] * radius);
    float4 position = radius * (cos(angle) * galaxy.x_axis + sin(angle) * galaxy.y_axis);
    float4 velocity = speed * (cos(angle) * galaxy.y_axis - sin(angle) * galaxy.x_axis);
    if (second) {
        position += outcomes[encounter].start_position;
        velocity += outcomes[encounter].start_velocity;
    }
    const size_t row = encounter * (size_t)particles + i;
    positions[row] = position;
    velocities[row] = velocity;
}

#ifdef RUNGE_KUTTA
// Returns the attraction of a galaxy of mass 1 divided by the distance. `square` is the square of the distance.
inline float attraction_over_r(TABLE table, float square) {
    const float inverse = INVERSE_SQRT(square);
    const float value = table[bin_of(square * inverse)] * inverse;
#ifdef KEPLER
    const float beyond = ((BINS - 0.5f) / 1000.0f) * inverse;
    return beyond < 1.0f ? value * beyond * beyond : value;
#else
    return value;
#endif
}
#else
// The table contains attraction / radius, and the differences of neighboring values. The mass of a galaxy ends at the
// end of the table.
inline float attraction_over_r(TABLE table, float square) {
    const float inverse = INVERSE_SQRT(square);
    const float place = square * inverse * ((float)TABLE_INTERVALS / TABLE_EDGE);
    const float inside = place < TABLE_INTERVALS ? place : TABLE_INTERVALS;
    const int index = (int)inside;
#if LANES > 1
    // Compilers vectorize loops only if the values in the loop are scalars.
    TABLE_NUMBERS numbers = (TABLE_NUMBERS)table;
    const float first = numbers[2 * index], difference = numbers[2 * index + 1];
#else
    const float2 entry = table[index];
    const float first = entry.x, difference = entry.y;
#endif
    const float value = fma(inside - (float)index, difference, first);
    const float beyond = TABLE_EDGE * inverse;
    return place < TABLE_INTERVALS ? value : value * beyond * beyond * beyond;
}
#endif

// Adds the attraction of both galaxies to the acceleration (ax, ay, az).
inline void add_attraction(TABLE table, float2 masses, float4 galaxy2, float x, float y, float z, float* ax, float* ay,
                           float* az) {
    const float tiny = 1e-18f;  // avoids a division by 0 in the center of a galaxy
    const float dx = x - galaxy2.x, dy = y - galaxy2.y, dz = z - galaxy2.z;
    const float g1 = masses.x * attraction_over_r(table, fma(x, x, fma(y, y, fma(z, z, tiny))));
    const float g2 = masses.y * attraction_over_r(table, fma(dx, dx, fma(dy, dy, fma(dz, dz, tiny))));
    *ax -= fma(g1, x, g2 * dx);
    *ay -= fma(g1, y, g2 * dy);
    *az -= fma(g1, z, g2 * dz);
}

// Moves the particles from the start of the encounter to its end.
__kernel __attribute__((reqd_work_group_size(WORK_GROUP, 1, 1))) void move(
    __global float4* restrict positions, __global float4* restrict velocities,
    __global const OrbitStage* restrict stages, uint stages_each, __global const OrbitOutcome* restrict outcomes,
    __global const DiskGalaxy* restrict galaxies, __global const TableEntry* restrict attraction, uint particles1,
    uint particles2) {
#ifdef LOCAL_TABLE
    __local TableEntry table[TABLE_INTERVALS + 1];
    for (uint i = get_local_id(0); i <= TABLE_INTERVALS; i += WORK_GROUP) table[i] = attraction[i];
    barrier(CLK_LOCAL_MEM_FENCE);
#else
    __global const TableEntry* restrict table = attraction;
#endif
    const Block own = own_block(particles1, particles2);
    if (own.count == 0) return;
    const float2 masses = {galaxies[2 * own.encounter].mass, galaxies[2 * own.encounter + 1].mass};
    const float h = outcomes[own.encounter].step;
    const uint steps = outcomes[own.encounter].steps;
    __global const OrbitStage* stage = stages + own.encounter * (size_t)stages_each;
    const size_t first = own.encounter * (size_t)(particles1 + particles2) + own.first;

    float x[LANES], y[LANES], z[LANES], vx[LANES], vy[LANES], vz[LANES];
    for (uint i = 0; i < LANES; ++i) {
        const size_t row = first + min(i, own.count - 1);  // unused lanes repeat the last particle
        x[i] = positions[row].x;
        y[i] = positions[row].y;
        z[i] = positions[row].z;
        vx[i] = velocities[row].x;
        vy[i] = velocities[row].y;
        vz[i] = velocities[row].z;
    }
#ifdef RUNGE_KUTTA
    for (uint step = 0; step < steps; ++step, stage += 4) {
        OrbitStage orbit[4];
        for (uint k = 0; k < 4; ++k) orbit[k] = stage[k];
        for (uint i = 0; i < LANES; ++i) {
            float px = x[i], py = y[i], pz = z[i], qx = vx[i], qy = vy[i], qz = vz[i];
            float ex = px, ey = py, ez = pz, wx = qx, wy = qy, wz = qz;
#pragma unroll
            for (uint k = 0; k < 4; ++k) {
                const float weight = h * (k == 0 || k == 3 ? 1.0f / 6 : 1.0f / 3), next = h * (k == 2 ? 1.0f : 0.5f);
                const float4 reflex = own.disk ? orbit[k].reflex2 : orbit[k].reflex1;
                const float friction = own.disk ? orbit[k].galaxy2.w : 0.0f;
                float ax = fma(-friction, qx, reflex.x), ay = fma(-friction, qy, reflex.y),
                      az = fma(-friction, qz, reflex.z);
                add_attraction(table, masses, orbit[k].galaxy2, px, py, pz, &ax, &ay, &az);
                ex = fma(weight, qx, ex);
                ey = fma(weight, qy, ey);
                ez = fma(weight, qz, ez);
                wx = fma(weight, ax, wx);
                wy = fma(weight, ay, wy);
                wz = fma(weight, az, wz);
                px = fma(next, qx, x[i]);
                py = fma(next, qy, y[i]);
                pz = fma(next, qz, z[i]);
                qx = fma(next, ax, vx[i]);
                qy = fma(next, ay, vy[i]);
                qz = fma(next, az, vz[i]);
            }
            x[i] = ex;
            y[i] = ey;
            z[i] = ez;
            vx[i] = wx;
            vy[i] = wy;
            vz[i] = wz;
        }
    }
#else
    // Leapfrog: the velocities are half a step ahead of the positions. A kick at both ends has half of the length.
    for (uint step = 0; step <= steps; ++step) {
        const OrbitStage orbit = stage[step];
        const float4 reflex = own.disk ? orbit.reflex2 : orbit.reflex1;
        const float drift = step == 0 ? 0.0f : h, kick = step == 0 || step == steps ? 0.5f * h : h;
        const float kept = own.disk && step > 0 ? 1.0f - h * orbit.galaxy2.w : 1.0f;
        for (uint i = 0; i < LANES; ++i) {
            const float px = fma(drift, vx[i], x[i]), py = fma(drift, vy[i], y[i]), pz = fma(drift, vz[i], z[i]);
            float ax = reflex.x, ay = reflex.y, az = reflex.z;
            add_attraction(table, masses, orbit.galaxy2, px, py, pz, &ax, &ay, &az);
            x[i] = px;
            y[i] = py;
            z[i] = pz;
            vx[i] = fma(kick, ax, kept * vx[i]);
            vy[i] = fma(kick, ay, kept * vy[i]);
            vz[i] = fma(kick, az, kept * vz[i]);
        }
    }
#endif
    for (uint i = 0; i < own.count; ++i) {
        positions[first + i] = (float4)(x[i], y[i], z[i], 0.0f);
        velocities[first + i] = (float4)(vx[i], vy[i], vz[i], 0.0f);
    }
}
