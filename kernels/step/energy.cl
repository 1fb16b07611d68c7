// Every body's kinetic energy and its half of the potential energy of its pairs; the host sums in double.

__kernel void energies(__global const float4* restrict positions, __global const float4* restrict velocities,
                       __global const float4* restrict accelerations_and_potentials,
                       __global float2* restrict energies_out, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        const float mass = positions[i].w;
        const float3 velocity = velocities[i].xyz;
        energies_out[i] = (float2)(0.5f * mass * dot(velocity, velocity),
                                   0.5f * mass * accelerations_and_potentials[i].w);
    }
}
