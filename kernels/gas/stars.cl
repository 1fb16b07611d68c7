// Star formation: particles of gas become stars by lot, at the rate of Schmidt's law (docs/gas.md).

// Numbers of the law; mirrors StarLaw in compute/gas/star_lots.hpp.
typedef struct {
    float solar;      // solar masses per square parsec for a surface density of 1 in model units
    float threshold;  // smallest surface density, in solar masses per square parsec
    float rate;       // share of the gas that becomes stars per unit of time, at 1 solar mass per square parsec
    float power;      // growth of the rate with the surface density
    float layer;      // factor of sqrt(density) in the surface density of a layer in equilibrium
    float unused0, unused1, unused2;  // complete a multiple of 16 bytes, because drivers differ in the padding
} StarLaw;

// Returns the surface density of the gas around a particle, in solar masses per square parsec: that of a layer thinner
// than the smoothing length, or that of a layer in hydrostatic equilibrium, whichever is larger. Mirrors
// surface_density_of_gas() in data/neighbors/star_formation.cpp, which has no densities.
float surface_density(float density, float length, StarLaw law) {
    return law.solar * fmax(density * length / 1.5f, law.layer * sqrt(density));
}

// Mixes the bits of a number (PCG hash: Jarzynski & Olano 2020, J. Comput. Graphics Techniques 9(3), 21).
uint hash(uint v) {
    const uint state = v * 747796405u + 2891336453u;
    const uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (word >> 22) ^ word;
}

// Returns a random number from 0 to 1.
float lot(uint id, uint time, uint seed) { return (float)(hash(id ^ hash(time ^ hash(seed))) >> 8) / 16777216.0f; }

// Draws the lots of a step of the duration dt; `time` are bits of the time at its end. Particle i of the gas is the body
// in row rows[i] with the id ids[ranks[i]].
// A new star gets `birth` as the fourth number of its velocity, and its place and `birth` in births[ranks[i]]; its
// index i is added to `newborn`, in any order. newborn[0] must be 0 before; it becomes the number of new stars.
__kernel void form_stars(uint count, __global const float4* restrict own_positions,
                         __global const float4* restrict conditions, __global const float4* restrict measures,
                         __global const uint* restrict rows, __global const uint* restrict ranks,
                         __global const uint* restrict ids, StarLaw law, float dt, uint time, uint seed, float birth,
                         __global float4* restrict velocities, __global float4* restrict births,
                         __global uint* restrict newborn) {
    const uint i = get_global_id(0);
    if (i >= count) return;
    const float found = surface_density(measures[i].x, conditions[i].y, law);
    if (found < law.threshold) return;
    const float probability = 1.0f - exp(-dt * law.rate * pow(found, law.power));
    if (lot(ids[ranks[i]], time, seed) >= probability) return;
    velocities[rows[i]].w = birth;
    births[ranks[i]] = (float4)(own_positions[i].xyz, birth);
    newborn[1 + atomic_inc(newborn)] = i;
}
