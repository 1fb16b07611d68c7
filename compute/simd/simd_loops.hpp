// The loops of the hand-written direct sum. simd_sum.cpp defines a vector type and includes this file once for each
// instruction set, so the file has no include guard.
//
// With s = r^2 + softening^2 and the processor's estimate r0 of s^(-1/2), a Newton step gives s^(-3/2) = 3/2 r0^3 (5/3
// - s r0^2). inverse_cube() omits the factor 3/2, by which its callers multiply the sums. A relative error e of r0
// leaves an error of 7.5 e^2: at most 3e-8 if r0 has 14 bits, 1e-6 if it has 12 bits.

INLINE floats inverse_cube(floats dx, floats dy, floats dz, floats softening_squared) {
    const floats s = fma(dx, dx, fma(dy, dy, fma(dz, dz, softening_squared)));
    const floats r = estimate_inverse_sqrt(s);
    const floats square = mul(r, r);
    return mul(mul(r, square), fnma(s, square, all(5.0f / 3.0f)));
}

// Computes the sums of the rows first ... last - 1. Several vectors of bodies stay in registers while the loop runs
// over the sources. Every `run` sources are summed separately before they are added to the total, to keep rounding
// errors small.
TARGET void one_sided(const SimdColumns& bodies, float softening_squared, std::size_t first, std::size_t last,
                      SimdColumns& sums) {
    constexpr std::size_t run = 256;
    const std::size_t count = bodies.x.size();
    const float *xs = bodies.x.data(), *ys = bodies.y.data(), *zs = bodies.z.data(), *ms = bodies.mass.data();
    const floats softening = all(softening_squared);
    for (std::size_t i = first; i < last; i += vectors * lanes) {
        floats x[vectors], y[vectors], z[vectors], total_x[vectors], total_y[vectors], total_z[vectors];
        for (std::size_t q = 0; q < vectors; ++q) {
            x[q] = load(xs + i + q * lanes), y[q] = load(ys + i + q * lanes), z[q] = load(zs + i + q * lanes);
            total_x[q] = total_y[q] = total_z[q] = all(0);
        }
        for (std::size_t start = 0; start < count; start += run) {
            floats sum_x[vectors], sum_y[vectors], sum_z[vectors];
            for (std::size_t q = 0; q < vectors; ++q) sum_x[q] = sum_y[q] = sum_z[q] = all(0);
            for (std::size_t j = start; j < start + run; ++j) {
                const floats source_x = all(xs[j]), source_y = all(ys[j]), source_z = all(zs[j]);
                const floats mass = all(ms[j]);
#pragma GCC unroll 8
                for (std::size_t q = 0; q < vectors; ++q) {
                    const floats dx = sub(source_x, x[q]), dy = sub(source_y, y[q]), dz = sub(source_z, z[q]);
                    const floats pull = mul(mass, inverse_cube(dx, dy, dz, softening));
                    sum_x[q] = fma(pull, dx, sum_x[q]);
                    sum_y[q] = fma(pull, dy, sum_y[q]);
                    sum_z[q] = fma(pull, dz, sum_z[q]);
                }
            }
            for (std::size_t q = 0; q < vectors; ++q) {
                total_x[q] = add(total_x[q], sum_x[q]);
                total_y[q] = add(total_y[q], sum_y[q]);
                total_z[q] = add(total_z[q], sum_z[q]);
            }
        }
        for (std::size_t q = 0; q < vectors; ++q) {
            store(sums.x.data() + i + q * lanes, mul(all(1.5f), total_x[q]));
            store(sums.y.data() + i + q * lanes, mul(all(1.5f), total_y[q]));
            store(sums.z.data() + i + q * lanes, mul(all(1.5f), total_z[q]));
        }
    }
}

// Accelerations of the bodies of one block by the bodies of a second block, in columns.
struct BlockSums {
    alignas(64) float x[block], y[block], z[block];
};

TARGET void add_to(float* sums, const float* more, float factor) {
    for (std::size_t i = 0; i < block; i += lanes) store(sums + i, fma(all(factor), load(more + i), load(sums + i)));
}

// Computes all pairs of a body in the block at row `i` and a body in the block at row `j`. Each vector of block j is
// rotated lane by lane, together with its sums, so that every body of block j interacts with every body of block i.
// `sums_i` receives the accelerations of block i, and `sums_j` the negative accelerations of block j.
TARGET void meet(const SimdColumns& bodies, floats softening, std::size_t i, std::size_t j, BlockSums& sums_i,
                 BlockSums& sums_j) {
    for (std::size_t a = 0; a < block; a += paired * lanes) {
        floats x[paired], y[paired], z[paired], mass[paired], sum_x[paired], sum_y[paired], sum_z[paired];
        for (std::size_t q = 0; q < paired; ++q) {
            const std::size_t row = i + a + q * lanes;
            x[q] = load(&bodies.x[row]), y[q] = load(&bodies.y[row]), z[q] = load(&bodies.z[row]);
            mass[q] = load(&bodies.mass[row]);
            sum_x[q] = sum_y[q] = sum_z[q] = all(0);
        }
        for (std::size_t b = 0; b < block; b += lanes) {
            floats other_x = load(&bodies.x[j + b]), other_y = load(&bodies.y[j + b]);
            floats other_z = load(&bodies.z[j + b]), other_mass = load(&bodies.mass[j + b]);
            floats pull_x = load(sums_j.x + b), pull_y = load(sums_j.y + b), pull_z = load(sums_j.z + b);
            for (std::size_t turn = 0; turn < lanes; ++turn) {
#pragma GCC unroll 8
                for (std::size_t q = 0; q < paired; ++q) {
                    const floats dx = sub(other_x, x[q]), dy = sub(other_y, y[q]), dz = sub(other_z, z[q]);
                    const floats cube = inverse_cube(dx, dy, dz, softening);
                    const floats to_me = mul(other_mass, cube), to_other = mul(mass[q], cube);
                    sum_x[q] = fma(to_me, dx, sum_x[q]), pull_x = fma(to_other, dx, pull_x);
                    sum_y[q] = fma(to_me, dy, sum_y[q]), pull_y = fma(to_other, dy, pull_y);
                    sum_z[q] = fma(to_me, dz, sum_z[q]), pull_z = fma(to_other, dz, pull_z);
                }
                other_x = turned(other_x), other_y = turned(other_y), other_z = turned(other_z);
                other_mass = turned(other_mass);
                pull_x = turned(pull_x), pull_y = turned(pull_y), pull_z = turned(pull_z);
            }
            store(sums_j.x + b, pull_x), store(sums_j.y + b, pull_y), store(sums_j.z + b, pull_z);
        }
        for (std::size_t q = 0; q < paired; ++q) {
            store(sums_i.x + a + q * lanes, sum_x[q]);
            store(sums_i.y + a + q * lanes, sum_y[q]);
            store(sums_i.z + a + q * lanes, sum_z[q]);
        }
    }
}

TARGET void symmetric(const SimdColumns& bodies, float softening_squared, std::size_t first, std::size_t last,
                      SimdColumns& sums) {
    const std::size_t i = first * block;
    BlockSums sums_i;
    for (std::size_t j = i; j < last * block; j += block) {
        BlockSums sums_j{};
        meet(bodies, all(softening_squared), i, j, sums_i, sums_j);
        add_to(&sums.x[i], sums_i.x, 1.5f), add_to(&sums.y[i], sums_i.y, 1.5f), add_to(&sums.z[i], sums_i.z, 1.5f);
        if (j == i) continue;  // `sums_i` already contains the accelerations of both bodies of each pair
        add_to(&sums.x[j], sums_j.x, -1.5f), add_to(&sums.y[j], sums_j.y, -1.5f);
        add_to(&sums.z[j], sums_j.z, -1.5f);
    }
}
