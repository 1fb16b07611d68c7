// Finds bodies whose position or velocity is not finite. The kernel tests the exponent bits, because compilers with
// fast mathematics remove tests such as isfinite(). Infinities and NaNs have all exponent bits set.

// Returns whether all components are finite.
bool is_finite(float4 row) {
    const uint4 exponents = as_uint4(row) & 0x7f800000u;
    return all(exponents != 0x7f800000u);
}

// Sets first[0] to the lowest row with a position that is not finite, and first[1] to the lowest row with a velocity
// that is not finite. Positions are checked separately from velocities, because one position that is not finite makes
// the velocities of all bodies not finite within a step.
__kernel void find_non_finite(__global const float4* restrict positions, __global const float4* restrict velocities,
                           __global uint* first, uint bodies) {
    const uint i = get_global_id(0);
    if (i < bodies) {
        if (!is_finite(positions[i])) atomic_min(first, i);
        if (!is_finite(velocities[i])) atomic_min(first + 1, i);
    }
}
