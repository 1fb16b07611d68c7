// Finds bodies that have left the range of numbers. Fast mathematics takes every number for finite, so bits are
// asked: infinities and NaNs have all those of the exponent.

bool is_finite(float4 row) {
    const uint4 exponents = as_uint4(row) & 0x7f800000u;
    return all(exponents != 0x7f800000u);
}

// first[0] becomes the first row whose position is not finite, first[1] that whose velocity is not: within a step
// one body's position spoils the velocities of all.
__kernel void find_non_finite(__global const float4* restrict positions, __global const float4* restrict velocities,
                           __global uint* first, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        if (!is_finite(positions[i])) atomic_min(first, i);
        if (!is_finite(velocities[i])) atomic_min(first + 1, i);
    }
}
