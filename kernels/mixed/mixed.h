// Definitions for all kernels of the mixed box, in which small particles (on the device) and large particles (on the
// host) collide: the box, its grid, and the contact force.
//
// DIMENSIONS is 2 or 3. A grid cell is as wide as a small particle. So if two small particles touch, their cells are
// equal or adjacent (8 neighbor cells, 26 in three dimensions). A margin of empty cells surrounds the box. A cell
// stores the row numbers of at most `capacity` particles.

typedef struct {
    float4 least, most;   // lowest and highest coordinates of the box: the positions of the walls
    float4 gravity;
    uint4 cells;          // number of cells along each axis, including the margin
    float radius;         // radius of a small particle
    float inverse_width;  // 1 divided by the width of a cell
    float dt;
    float largest_speed;
    float stiffness, damping, friction, friction_coefficient;
    uint small, capacity, padding0, padding1;
} MixedBox;

#define NO_PARTICLE 0xffffffffu

// Returns the cell that contains a position.
uint3 cell_at(float3 position, MixedBox box) {
    const float3 place = (position - box.least.xyz) * box.inverse_width;
    const uint3 last = max(box.cells.xyz, 3u) - 2u;
    uint3 cell = min(convert_uint3_sat(place) + 1u, last);
#if DIMENSIONS == 2
    cell.z = 0;
#endif
    return cell;
}

// Returns the index in `grid` at which the data of a cell begin: the number of particles in the cell, followed by
// `capacity` slots with row numbers. After the last cell, `grid` holds the number of full cells (cells with more
// particles than slots).
uint cell_record(uint3 cell, MixedBox box) {
    return ((cell.z * box.cells.y + cell.y) * box.cells.x + cell.x) * (box.capacity + 1);
}
// Returns the index in `grid` at which the number of full cells is stored.
uint full_record(MixedBox box) { return box.cells.x * box.cells.y * box.cells.z * (box.capacity + 1); }

// Returns the contact force on a particle per unit of reduced mass. `way` is the vector from the touched particle or
// wall to this particle, `velocity` the velocity relative to the touched object, and `reach` the sum of the radii.
// Returns 0 if the distance is at least `reach`. The normal component is the repulsion of a damped spring, and at least
// 0. The tangential component is friction (Harada 2007, "Real-time rigid body simulation on GPUs", GPU Gems 3, chapter
// 29, equations 10 to 12), limited to a fraction of the normal force (Cundall & Strack 1979, Geotechnique 29, 47). The
// host's version is compute/mixed/large_particles.cpp.
float3 contact_force(float3 way, float3 velocity, float reach, MixedBox box) {
    const float distance_squared = dot(way, way);
    if (!(distance_squared < reach * reach) || distance_squared == 0.0f) return (float3)(0.0f);
    const float away = sqrt(distance_squared);
    const float3 normal = way / away;
    const float parting = dot(velocity, normal);
    const float push = max(box.stiffness * (reach - away) - box.damping * parting, 0.0f);
    const float3 across = velocity - parting * normal;
    const float speed = length(across);
    const float drag = min(box.friction * speed, box.friction_coefficient * push);
    return push * normal - (speed > 0.0f ? drag / speed : 0.0f) * across;
}
