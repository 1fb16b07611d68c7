// The direct sum of every kernel variant with several settings is compared with double precision on every OpenCL
// device.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "compute/gravity/direct_solver.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

// Computes force sums on one device with one kernel. Keeps one solver for each number of bodies.
class DirectSums {
  public:
    DirectSums(const Device& device, const KernelChoice& kernel) : device_{device}, kernel_{kernel} {}

    // Computes the force sum in slices of about `pairs_per_slice` pairs of bodies. The range `share` selects a part of
    // the sum; by default, the whole sum is computed.
    std::vector<Float4> operator()(const std::vector<Float4>& bodies, const ForceSpec& force,
                                   double pairs_per_slice = 1e9, const WorkRange& share = {}) {
        const cl::Buffer positions{context_, CL_MEM_READ_WRITE, bodies.size() * sizeof(Float4)};
        queue_.enqueueWriteBuffer(positions, CL_TRUE, 0, bodies.size() * sizeof(Float4), bodies.data());
        std::unique_ptr<Solver>& solver = solvers_[bodies.size()];
        if (!solver)
            solver = make_direct_solver({{context_, device_, queue_, built_in_kernels()}, bodies.size()}, kernel_);
        solver->begin(positions, force, share);
        double last = -1;
        while (solver->done() < 1) {
            CHECK(solver->done() > last);
            last = solver->done();
            solver->enqueue_slice(pairs_per_slice);
        }
        std::vector<Float4> result(bodies.size());
        queue_.enqueueReadBuffer(solver->accelerations(), CL_TRUE, 0, result.size() * sizeof(Float4), result.data());
        return result;
    }

    KernelForm form() const { return kernel_.variant->form; }

  private:
    Device device_;
    KernelChoice kernel_;
    cl::Context context_{handle_of(device_)};
    cl::CommandQueue queue_{context_, handle_of(device_)};
    std::map<std::size_t, std::unique_ptr<Solver>> solvers_;
};

template <typename Test>
void on_every_variant(Test test) {
    on_every_device([&](const Device& device) {
        for (const KernelVariant& variant : direct_variants()) {
            if (!variant.target->runs_on(device)) continue;
            CAPTURE(variant.name);
            DirectSums sums{device, {&variant, {}}};
            test(sums);
        }
    });
}

// Returns the kernel variant whose name precedes the colon in a kernel choice such as "symmetric:wg=16".
const KernelVariant& named(std::string_view text) {
    return *std::ranges::find(direct_variants(), text.substr(0, text.find(':')), &KernelVariant::name);
}

// Limit of the relative rms error of forces. Kernels add single-precision numbers in partial sums on three levels, so
// the rounding error of 1e-7 per pair grows slowly. The limit also covers drivers whose inverse square root has an
// error of 2 ulp.
constexpr double tolerance_of_sums = 1e-6;

// Returns two groups of bodies with equal masses, as in the components of a scene. A few bodies between the groups and
// at the end have different masses.
ParticleSet components(std::size_t count) {
    ParticleSet bodies = scattered_bodies(count);
    for (std::size_t i = 0; i < count; ++i)
        if (i % 500 > 3) bodies.positions[i].w = (i < count / 2 ? 1.0f : 3.0f) / static_cast<float>(count);
    return bodies;
}

}  // namespace

TEST_CASE("the forces of the direct sum agree with a double-precision sum for any number of bodies") {
    on_every_variant([](DirectSums& sums) {
        for (const int count : {1, 2, 257, 1021}) {
            CAPTURE(count);
            const ParticleSet bodies = scattered_bodies(static_cast<std::size_t>(count));
            const auto found = sums(bodies.positions, ForceSpec{1, 0.05});
            const auto expected = direct_field(bodies.positions, 0.05);
            if (count == 1) {
                CHECK(found[0].x == 0);  // A single body feels no force.
                CHECK(found[0].y == 0);
                CHECK(found[0].z == 0);
            } else {
                CHECK(rms_error(found, expected) < tolerance_of_sums);
            }
        }
    });
}

TEST_CASE("a direct force sum is identical bit for bit in every run and for slices of any size") {
    on_every_variant([](DirectSums& sums) {
        const ParticleSet bodies = components(1777);
        const auto whole = sums(bodies.positions, ForceSpec{1, 0.05});
        CHECK(rms_error(whole, direct_field(bodies.positions, 0.05)) < tolerance_of_sums);
        CHECK(same_bits(whole, sums(bodies.positions, ForceSpec{1, 0.05})));
        for (const double pairs : {1.0, 3e5})
            CHECK(same_bits(whole, sums(bodies.positions, ForceSpec{1, 0.05}, pairs)));
    });
}

TEST_CASE("the direct sums over three parts of the work add up to the exact forces") {
    on_every_variant([](DirectSums& sums) {
        const ParticleSet bodies = scattered_bodies(1500);
        std::vector<Float4> total(bodies.size());
        for (const WorkRange& share : {WorkRange{0, 0.3}, WorkRange{0.3, 0.30001}, WorkRange{0.30001, 1}}) {
            const auto part = sums(bodies.positions, ForceSpec{1, 0.05}, 1e9, share);
            for (std::size_t i = 0; i < total.size(); ++i) {
                total[i].x += part[i].x;
                total[i].y += part[i].y;
                total[i].z += part[i].z;
            }
        }
        CHECK(rms_error(total, direct_field(bodies.positions, 0.05)) < tolerance_of_sums);
    });
}

TEST_CASE("the rounding error of the direct sum stays small when half of the bodies pull in one direction") {
    // Half of the bodies form a second, distant ball that pulls in one direction, so rounding errors add up. Partial
    // sums on two levels have errors up to 5e-7 here, and on three levels (kernels/direct/levels.h) up to 2e-7.
    static constexpr double limit = 3e-7;
    on_every_variant([](DirectSums& sums) {
        const bool one_sided = sums.form() == KernelForm::one_sided;
        ParticleSet bodies = scattered_bodies(one_sided ? 81920 : 8192);
        const std::size_t count = bodies.size(), rows = one_sided ? 32 : count;
        for (std::size_t i = count / 2; i < count; ++i) bodies.positions[i].x += 60;
        auto found = sums(bodies.positions, ForceSpec{1, 0.05}, 1e9,
                          {0, static_cast<double>(rows) / static_cast<double>(count)});
        found.resize(32);
        CHECK(rms_error(found, direct_field(bodies.positions, 0.05, 1, 0, 1, found.size())) < limit);
    });
}

TEST_CASE("kernel settings change the direct force sum only by rounding") {
    on_every_device([&](const Device& device) {
        for (const char* text :
             {"naive:wg=32", "cached:wg=96", "tiled:wg=48", "tiled:wg=256", "tiled-unrolled:wg=64,unroll=7",
              "tiled-unrolled:wg=200,unroll=8", "register-tiled:wg=32,per-item=3,split=5,unroll=2",
              "register-tiled:wg=64,per-item=1,split=100", "vector:per-item=3,width=4", "vector:per-item=1,width=8",
              "symmetric:wg=128,per-item=1", "symmetric:wg=32,per-item=12,unroll=1", "symmetric-nvidia:wg=32,unroll=1",
              "symmetric-nvidia:wg=160,unroll=4", "symmetric-vector:per-item=6,unroll=3,width=4",
              "symmetric-vector:per-item=8,unroll=2,width=8"}) {
            CAPTURE(text);
            if (!named(text).target->runs_on(device)) continue;
            DirectSums sums{device, parse_kernel(text, device)};
            const ParticleSet bodies = components(1111);
            CHECK(rms_error(sums(bodies.positions, ForceSpec{1, 0.05}), direct_field(bodies.positions, 0.05)) <
                  tolerance_of_sums);
        }
    });
}

TEST_CASE("symmetric kernels give accurate forces for odd and even numbers of blocks, with equal and unequal masses") {
    on_every_device([&](const Device& device) {
        for (const char* text : {"symmetric:wg=4,per-item=2,unroll=1", "symmetric-vector:per-item=2,unroll=1,width=4",
                                 "symmetric-nvidia:wg=32,unroll=4"}) {
            if (!named(text).target->runs_on(device)) continue;
            DirectSums sums{device, parse_kernel(text, device)};
            for (const std::size_t count : {9, 37, 48, 70, 100})
                for (const bool one_mass : {false, true}) {
                    CAPTURE(text);
                    CAPTURE(count);
                    ParticleSet bodies = scattered_bodies(count);
                    if (one_mass)
                        for (Float4& body : bodies.positions) body.w = 0.25f;
                    CHECK(rms_error(sums(bodies.positions, ForceSpec{1, 0.05}), direct_field(bodies.positions, 0.05)) <
                          tolerance_of_sums);
                }
        }
    });
}

TEST_CASE(
    "a direct sum over every k-th attracting body agrees with a double-precision sum, with and without the factor k") {
    on_every_variant([](DirectSums& sums) {
        const ParticleSet bodies = scattered_bodies(301);
        for (const unsigned k : {2u, 4u, 8u, 16u}) {
            CAPTURE(k);
            for (const unsigned phase : {0u, k - 1}) {
                ForceSpec force{1, 0.05, k, phase, true};
                CHECK(rms_error(sums(bodies.positions, force), direct_field(bodies.positions, 0.05, k, phase, k)) <
                      tolerance_of_sums);
                force.unbiased = false;
                CHECK(rms_error(sums(bodies.positions, force), direct_field(bodies.positions, 0.05, k, phase, 1)) <
                      tolerance_of_sums);
            }
        }
    });
}

TEST_CASE("a subset without bodies exerts no force") {
    on_every_variant([](DirectSums& sums) {
        const ParticleSet bodies = scattered_bodies(3);
        for (const Float4& a : sums(bodies.positions, {1, 0.05, 16, 5, true})) {
            CHECK(a.x == 0);
            CHECK(a.y == 0);
            CHECK(a.z == 0);
        }
    });
}

TEST_CASE("doubling gravity doubles the force, and zero gravity gives zero force") {
    on_every_variant([](DirectSums& sums) {
        const ParticleSet bodies = scattered_bodies(100);
        CHECK(rms_error(sums(bodies.positions, ForceSpec{2.5, 0.05}), direct_field(bodies.positions, 0.05, 1, 0, 2.5)) <
              tolerance_of_sums);
        for (const Float4& a : sums(bodies.positions, ForceSpec{0, 0.05})) CHECK(a.x == 0);
    });
}

TEST_CASE("forces are finite without softening and for coincident or massless bodies") {
    on_every_variant([](DirectSums& sums) {
        ParticleSet bodies = scattered_bodies(64);
        bodies.positions[7] = bodies.positions[6];
        bodies.positions[9].w = 0;
        const auto found = sums(bodies.positions, ForceSpec{1, 0});
        // The comparison also fails if a force is NaN.
        CHECK(rms_error(found, direct_field(bodies.positions, 0)) < tolerance_of_sums);
    });
}

TEST_CASE("the direct sum is accurate for blocks of equal or zero masses with coincident bodies") {
    on_every_variant([](DirectSums& sums) {
        ParticleSet bodies = scattered_bodies(900);
        const std::size_t count = bodies.size();
        for (std::size_t i = 0; i < count; ++i) bodies.positions[i].w = i < count / 2 ? 1e-3f : 0.0f;
        for (const std::size_t i : {std::size_t{20}, count / 2 - 1, count * 3 / 4}) {
            const float mass = bodies.positions[i].w;
            bodies.positions[i] = bodies.positions[10];
            bodies.positions[i].w = mass;
        }
        CHECK(rms_error(sums(bodies.positions, ForceSpec{1, 0}), direct_field(bodies.positions, 0)) <
              tolerance_of_sums);
    });
}

TEST_CASE("the potential of a body excludes the body's own contribution, with and without softening") {
    on_every_variant([](DirectSums& sums) {
        const ParticleSet bodies = scattered_bodies(333);
        for (const double softening : {0.0, 0.05}) {
            ForceSpec force{1, softening};
            force.with_potential = true;
            const auto found = sums(bodies.positions, force);
            const auto expected = direct_field(bodies.positions, softening);
            for (std::size_t i = 0; i < found.size(); ++i)
                // The tolerance allows rounding errors of single-precision sums over 333 bodies.
                CHECK(found[i].w == doctest::Approx(expected[i].potential).epsilon(1e-5).scale(0));
        }
    });
}

TEST_CASE("a kernel choice written as text is read back, and invalid kernel choices are refused") {
    on_every_device([](const Device& device) {
        for (const char* text : {"tiled", "tiled:wg=128", "register-tiled:wg=64,per-item=4,split=16,unroll=8",
                                 "symmetric-vector:unroll=2", "vector:per-item=2,width=8"})
            if (named(text).target->runs_on(device)) CHECK(to_string(parse_kernel(text, device)) == text);
        for (const char* text :
             {"", "fast", "tiled:", "tiled:wg", "tiled:wg=", "tiled:wg=0", "tiled:wg=-1", "tiled:wg=64x",
              "tiled:split=2", "tiled:wg=1000000", "vector:width=5", "symmetric:wg=48",
              "symmetric-vector:per-item=7,unroll=2", "register-tiled:per-item=99"}) {
            CAPTURE(text);
            if (std::string_view{text} == "tiled:")
                CHECK(to_string(parse_kernel(text, device)) == "tiled");
            else
                CHECK_THROWS_AS(parse_kernel(text, device), std::invalid_argument);
        }
    });
}

TEST_CASE("the kernel search starts with the default settings and tries only valid settings") {
    on_every_device([](const Device& device) {
        for (const KernelVariant& variant : direct_variants())
            for (const std::size_t bodies : {1, 8192, 262144}) {
                if (!variant.target->runs_on(device)) continue;
                CAPTURE(variant.name);
                const auto found = candidates(variant, device, bodies);
                REQUIRE(!found.empty());
                CHECK(found[0] == complete(variant, {}, device, bodies));
                for (const KernelSettings& settings : found)
                    CHECK(settings == parse_kernel(to_string({&variant, settings}), device).settings);
            }
        CHECK(default_variant(device, 8192).target->runs_on(device));
    });
}
