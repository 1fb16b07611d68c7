// Benchmarks compare kernels with a SIMD force sum on the CPU. These tests compare the SIMD sum with double precision,
// including bodies that do not fill a vector or a block, and more threads than work.
#include <doctest/doctest.h>

#include "compute/simd/simd_sum.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

// The tolerance allows rounding errors of single-precision sums of some hundred terms, and of the inverse square root.
// The AVX2 loops refine an estimate that is accurate to twelve bits.
constexpr double rounding = 5e-6;

TEST_CASE("hand-written SIMD loops sum the forces of all pairs accurately, even in repeated sums") {
    for (const std::size_t count : {2, 255, 1000})
        for (const double softening : {0.05, 0.0})
            for (const unsigned threads : {1u, 3u}) {
                const ParticleSet bodies = scattered_bodies(count);
                const auto expected = direct_field(bodies.positions, softening);
                SimdSum sum{bodies.positions, softening, threads};
                for (int repeat = 0; repeat < 2; ++repeat)
                    for (const SimdLoop& loop : simd_loops()) {
                        CAPTURE(loop.instructions);
                        CAPTURE(count);
                        CAPTURE(threads);
                        CHECK(sum.sum(loop) == count);
                        CHECK(rms_error(sum.accelerations(), expected) < rounding);
                    }
            }
}

TEST_CASE("the first part of a one-sided SIMD loop computes the complete forces on the first bodies") {
    const ParticleSet bodies = scattered_bodies(1000);
    const auto expected = direct_field(bodies.positions, 0.05);
    for (const SimdLoop& loop : simd_loops()) {
        if (loop.form != KernelForm::one_sided) continue;
        CAPTURE(loop.instructions);
        SimdSum fresh{bodies.positions, 0.05, 2};
        const std::size_t rows = fresh.sum(loop, 0.3);
        CHECK(rows >= 300);
        CHECK(rows < 1000);
        std::vector<Float4> found = fresh.accelerations();
        CHECK(found[rows].x == 0);
        found.resize(rows);
        CHECK(rms_error(found, expected) < rounding);
    }
}
