// Adds up, for each lattice point, the potentials of all ranges of bodies. If `is_first` is 1, stores the sums in
// `potentials`; otherwise adds the sums to `potentials`.

__kernel void add_ranges(__global const float* restrict ranges, uint points, uint count, ulong first_point,
                         int is_first,
                         __global float* restrict potentials) {
    const uint i = get_global_id(0);
    if (i < points) {
        float sum = is_first ? 0.0f : potentials[first_point + i];
        for (uint range = 0; range < count; ++range) sum += ranges[(size_t)range * points + i];
        potentials[first_point + i] = sum;
    }
}
