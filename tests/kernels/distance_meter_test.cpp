// The rms distance between the bodies of two runs is compared with double precision.
#include "compute/simulation/distance_meter.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

double rms_distance(const ParticleSet& a, const ParticleSet& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const Float4 &p = a.positions[i], &q = b.positions[i];
        squares += std::pow(double{p.x} - q.x, 2) + std::pow(double{p.y} - q.y, 2) + std::pow(double{p.z} - q.z, 2);
    }
    return std::sqrt(squares / static_cast<double>(a.size()));
}

}  // namespace

TEST_CASE("the rms distance between the bodies of two runs, computed on a device, agrees with a double-precision sum") {
    on_every_device([](const Device& device) {
        // These numbers of bodies are below and above the number of work-items.
        for (const std::size_t count : {1u, 777u, 9000u}) {
            const DeviceContext device_context = copied(device);  // Both runs use one device context.
            const ParticleSet bodies = scattered_bodies(count);
            const auto run = [&] {
                return Simulation{
                    device_context, {}, {}, bodies, built_in_kernels(), {.type = &solver_named("direct")}};
            };
            Simulation chosen = run(), exact = run();
            CHECK(chosen.probes().rms_distance(exact.probes()) == 0);
            chosen.advance({.fraction_denominator = 4}, {.steps = 3});
            exact.advance({}, {.steps = 3});
            const ParticleSet a = chosen.checkpoints().read(), b = exact.checkpoints().read();
            const double rms = rms_distance(a, b);
            // The difference of two floats has a relative rounding error of 6e-8. Summing the differences causes a
            // similar error.
            CHECK(std::abs(chosen.probes().rms_distance(exact.probes()) - rms) <= 1e-6 * rms);
            CHECK(std::abs(exact.probes().rms_distance(chosen.probes()) - rms) <= 1e-6 * rms);
            if (count > 1) CHECK(rms > 0);

            const std::size_t first = count / 3, some = (count + 1) / 2;
            const std::vector<Float4> rows = chosen.checkpoints().positions(first, some);
            REQUIRE(rows.size() == some);
            CHECK(same_bits(rows, {a.positions.begin() + first, a.positions.begin() + first + some}));
        }
    });
}
