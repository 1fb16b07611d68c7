// Light bodies and perturbers, which pull each other with a softening of each perturber. PERTURBERS says how many there
// are; their rows follow those of the bodies.

// accelerations[i] gains what all perturbers pull. answers_out[p * items + item] is what a share of the bodies pulls
// at perturber p, for gravity 1: an item sums over every so many-th body, as many as there are items, and the host
// over the items, so that sums are short and always in the same order. (Aarseth 2003, Gravitational N-Body
// Simulations, eq. 1.1, for Plummer's softening.)
__kernel void perturb(__global const float4* restrict positions, __global float4* restrict accelerations,
                      __global const float* restrict softenings_squared, float gravity, uint bodies,
                      __global float4* restrict answers_out) {
    const uint item = get_global_id(0), items = get_global_size(0);
    float3 answers[PERTURBERS];
    for (uint p = 0; p < PERTURBERS; ++p) answers[p] = (float3)(0.0f);
    for (uint i = item; i < bodies; i += items) {
        const float4 body = positions[i];
        float3 pull = (float3)(0.0f);
        for (uint p = 0; p < PERTURBERS; ++p) {
            const float4 perturber = positions[bodies + p];
            const float3 way = perturber.xyz - body.xyz;
            const float nearness = INVERSE_SQRT(dot(way, way) + softenings_squared[p]);
            const float3 each = way * (nearness * nearness * nearness);
            pull += perturber.w * each;
            answers[p] -= body.w * each;
        }
        accelerations[i].xyz += gravity * pull;
    }
    for (uint p = 0; p < PERTURBERS; ++p) answers_out[p * items + item] = (float4)(answers[p], 0.0f);
}
