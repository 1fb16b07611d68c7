// What the kernels of mixed particles have in common: the box, its grid, and how two that touch push each other.
//
// DIMENSIONS is 2 or 3. The grid's cells are as wide as a small particle, so that who touches a particle is in its own
// cell or in one of the 8 (26) around it; a rim of empty cells is around the box. Cells keep the numbers of at most
// `capacity` particles.

typedef struct {
    float4 least, most;   // the walls
    float4 gravity;
    uint4 cells;          // along each axis, with the rim
    float radius;         // of a small particle
    float inverse_width;  // of a cell
    float dt;
    float largest_speed;
    float stiffness, damping, friction, friction_coefficient;
    uint small, capacity, padding0, padding1;
} MixedBox;

#define NOBODY 0xffffffffu

uint3 cell_at(float3 position, MixedBox box) {
    const float3 place = (position - box.least.xyz) * box.inverse_width;
    const uint3 last = max(box.cells.xyz, 3u) - 2u;
    uint3 cell = min(convert_uint3_sat(place) + 1u, last);
#if DIMENSIONS == 2
    cell.z = 0;
#endif
    return cell;
}

// In memory a cell is its counter, which counts all that came, and behind it its places; behind the last cell stands how
// many are full, that is, had no place for one that came.
uint cell_record(uint3 cell, MixedBox box) {
    return ((cell.z * box.cells.y + cell.y) * box.cells.x + cell.x) * (box.capacity + 1);
}
uint full_record(MixedBox box) { return box.cells.x * box.cells.y * box.cells.z * (box.capacity + 1); }

// The force, for each unit of reduced mass, on what lies `way` from what it touches if that is less than `reach`, and
// moves so relative to it: a spring and a dashpot along the normal, which never pull, and friction across it, as in
// Harada (2007), "Real-time rigid body simulation on GPUs", GPU Gems 3, chapter 29, equations 10 to 12, but that
// friction is at most a part of the push (Cundall & Strack 1979, Geotechnique 29, 47). The host's twin is
// compute/mixed/contact.hpp.
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
