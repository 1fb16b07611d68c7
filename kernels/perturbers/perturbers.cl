// Attraction between perturbers and field bodies (all other bodies), with a softening length for each perturber.
// PERTURBERS is the number of perturbers; their rows follow the rows of the field bodies.

// Adds the perturbers' attraction to `accelerations` of the field bodies, and computes the field bodies' attraction on
// the perturbers. Each of the `items` work-items handles every items-th body. answers_out[p * items + item] is the
// acceleration of perturber p, for G = 1, by the bodies of work-item `item`; the host adds up the results of all
// work-items. So sums are short, and their order is always the same. (Plummer softening: Aarseth 2003, Gravitational
// N-Body Simulations, eq. 1.1.)
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
