// The direct sum of every kernel variant on every OpenCL device against double precision.
#include <doctest/doctest.h>

#include "compute/solver.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

// Runs one whole sum in slices of about `pairs_per_slice`.
std::vector<Float4> accelerations(const Device& device, const KernelVariant& variant,
                                  const std::vector<Float4>& bodies, const Force& force,
                                  double pairs_per_slice = 1e9) {
    const cl::Context context{device.handle};
    const cl::CommandQueue queue{context, device.handle};
    const cl::Buffer positions{context, CL_MEM_READ_WRITE, bodies.size() * sizeof(Float4)};
    queue.enqueueWriteBuffer(positions, CL_TRUE, 0, bodies.size() * sizeof(Float4), bodies.data());
    const auto solver =
        make_direct_solver(context, device, queue, bodies.size(), built_in_kernels(), variant);
    solver->begin(positions, force);
    while (solver->done() < 1) solver->enqueue_slice(pairs_per_slice);
    std::vector<Float4> result(bodies.size());
    queue.enqueueReadBuffer(solver->accelerations(), CL_TRUE, 0, result.size() * sizeof(Float4),
                            result.data());
    return result;
}

template <typename Test>
void on_every_variant(Test test) {
    on_every_device([&](const Device& device) {
        for (const KernelVariant& variant : direct_variants()) {
            if (!runs_on(variant, device)) continue;
            CAPTURE(variant.name);
            test(device, variant);
        }
    });
}

// Single precision, summed by blocks of 256: rounding is 1e-7 per pair and grows slowly; 1e-6 leaves room
// for the 2 ulp of a driver's inverse square root.
constexpr double tolerance = 1e-6;

}  // namespace

TEST_CASE("forces agree with double precision for any number of bodies") {
    on_every_variant([](const Device& device, const KernelVariant& variant) {
        for (const std::size_t count : {1, 2, 3, 63, 257, 1021}) {
            CAPTURE(count);
            const Particles bodies = scattered_bodies(count);
            const auto found = accelerations(device, variant, bodies.positions, Force{1, 0.05});
            const auto expected = direct_field(bodies.positions, 0.05);
            if (count == 1) {
                CHECK(found[0].x == 0);  // nothing pulls on a single body, itself least of all
                CHECK(found[0].y == 0);
                CHECK(found[0].z == 0);
            } else {
                CHECK(rms_error(found, expected) < tolerance);
            }
        }
    });
}

TEST_CASE("slices of any size add up to the same sum, bit by bit") {
    on_every_variant([](const Device& device, const KernelVariant& variant) {
        const Particles bodies = scattered_bodies(777);
        const auto whole = accelerations(device, variant, bodies.positions, Force{1, 0.05});
        const auto sliced = accelerations(device, variant, bodies.positions, Force{1, 0.05}, 1);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            CHECK(whole[i].x == sliced[i].x);
            CHECK(whole[i].y == sliced[i].y);
            CHECK(whole[i].z == sliced[i].z);
        }
    });
}

TEST_CASE("one k-th of the sources, rescaled by k or not") {
    on_every_variant([](const Device& device, const KernelVariant& variant) {
        const Particles bodies = scattered_bodies(301);
        for (const unsigned k : {2u, 4u, 8u, 16u}) {
            CAPTURE(k);
            for (const unsigned phase : {0u, k - 1}) {
                Force force{1, 0.05, k, phase, true};
                CHECK(rms_error(accelerations(device, variant, bodies.positions, force),
                                direct_field(bodies.positions, 0.05, k, phase, k)) < tolerance);
                force.unbiased = false;
                CHECK(rms_error(accelerations(device, variant, bodies.positions, force),
                                direct_field(bodies.positions, 0.05, k, phase, 1)) < tolerance);
            }
        }
    });
}

TEST_CASE("fewer bodies than subsets: some subsets are empty and pull on nobody") {
    on_every_variant([](const Device& device, const KernelVariant& variant) {
        const Particles bodies = scattered_bodies(3);
        for (const Float4& a : accelerations(device, variant, bodies.positions, {1, 0.05, 16, 5, true})) {
            CHECK(a.x == 0);
            CHECK(a.y == 0);
            CHECK(a.z == 0);
        }
    });
}

TEST_CASE("gravity scales the force; none is none") {
    on_every_variant([](const Device& device, const KernelVariant& variant) {
        const Particles bodies = scattered_bodies(100);
        CHECK(rms_error(accelerations(device, variant, bodies.positions, Force{2.5, 0.05}),
                        direct_field(bodies.positions, 0.05, 1, 0, 2.5)) < tolerance);
        for (const Float4& a : accelerations(device, variant, bodies.positions, Force{0, 0.05}))
            CHECK(a.x == 0);
    });
}

TEST_CASE("unsoftened, coincident and massless bodies give finite forces") {
    on_every_variant([](const Device& device, const KernelVariant& variant) {
        Particles bodies = scattered_bodies(64);
        bodies.positions[7] = bodies.positions[6];
        bodies.positions[9].w = 0;
        const auto found = accelerations(device, variant, bodies.positions, Force{1, 0});
        CHECK(rms_error(found, direct_field(bodies.positions, 0)) < tolerance);  // NaN fails
    });
}

TEST_CASE("the potential leaves out the body itself, softened or not") {
    on_every_variant([](const Device& device, const KernelVariant& variant) {
        const Particles bodies = scattered_bodies(333);
        for (const double softening : {0.0, 0.05}) {
            Force force{1, softening};
            force.with_potential = true;
            const auto found = accelerations(device, variant, bodies.positions, force);
            const auto expected = direct_field(bodies.positions, softening);
            for (std::size_t i = 0; i < found.size(); ++i)
                CHECK(found[i].w == doctest::Approx(expected[i].potential).epsilon(1e-5));  // of sums of 333
        }
    });
}
