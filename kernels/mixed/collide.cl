// Computes the forces that small particles and walls exert on small particles, one particle per work-item.
#include "kernels/mixed/mixed.h"

// Returns the force of the nearer one of the two walls that are perpendicular to `axis`. The two walls are so far apart
// that a particle never touches both walls.
float3 wall_force(float low, float high, float3 axis, float3 velocity, MixedBox box) {
    return low < high ? contact_force(low * axis, velocity, box.radius, box)
                      : contact_force(-high * axis, velocity, box.radius, box);
}

// Returns the force of all walls on a small particle.
float3 walls_force(float3 position, float3 velocity, MixedBox box) {
    const float3 low = position - box.least.xyz, high = box.most.xyz - position;
    float3 force = wall_force(low.x, high.x, (float3)(1, 0, 0), velocity, box) +
                   wall_force(low.y, high.y, (float3)(0, 1, 0), velocity, box);
#if DIMENSIONS == 3
    force += wall_force(low.z, high.z, (float3)(0, 0, 1), velocity, box);
#endif
    return force;
}

// Writes the force on each small particle to `forces`. Small particles have mass 1, so the reduced mass of a
// pair is 1/2. A wall has infinite mass, so the reduced mass is 1.
__kernel void collide(__global const float4* restrict positions, __global const float4* restrict velocities,
                      __global const uint* restrict grid, __global float4* restrict forces, MixedBox box) {
    const uint i = get_global_id(0);
    if (i < box.small) {
        const float3 position = positions[i].xyz, velocity = velocities[i].xyz;
        const uint3 own = cell_at(position, box);
        float3 pairs = (float3)(0.0f);
#if DIMENSIONS == 3
        for (uint z = own.z - 1; z <= own.z + 1; ++z)
#else
        const uint z = 0;
#endif
        for (uint y = own.y - 1; y <= own.y + 1; ++y)
        for (uint x = own.x - 1; x <= own.x + 1; ++x) {
            const uint cell = cell_record((uint3)(x, y, z), box);
            const uint count = min(grid[cell], box.capacity);
            for (uint k = 1; k <= count; ++k) {
                const uint j = grid[cell + k];
                if (j != i)
                    pairs += contact_force(position - positions[j].xyz, velocity - velocities[j].xyz,
                                           2.0f * box.radius, box);
            }
        }
        forces[i] = (float4)(0.5f * pairs + walls_force(position, velocity, box), 0.0f);
    }
}
