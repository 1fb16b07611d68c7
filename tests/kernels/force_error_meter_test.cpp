// The force error meter must find errors that are added to the forces on purpose, and its results must correct the
// solver tolerance.
#include "compute/errors/force_error_meter.hpp"

#include <doctest/doctest.h>

#include <random>

#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

TEST_CASE("the force error meter finds the errors that were added to the forces") {
    constexpr double softening = 0.05;
    const ParticleSet bodies = scattered_bodies(3000);
    const std::vector<Field> exact = direct_field(bodies.positions, softening);
    on_every_device([&](const Device& device) {
        const DeviceContext context = copied(device);
        const cl::CommandQueue queue{*context.context, handle_of(device)};
        ParticleBuffers particles{context, queue, {}, {}, bodies.size()};
        particles.write(bodies.positions, bodies.velocities);
        const cl::Buffer accelerations{*context.context, CL_MEM_READ_WRITE, bodies.size() * sizeof(Float4)};
        for (const double gravity : {1.0, 3.0}) {
            // Every tenth acceleration is changed by 2 %, and all remaining accelerations by 0.1 %, in random
            // directions.
            std::mt19937 random{1};
            std::uniform_real_distribution<double> side{-1, 1};
            std::vector<Float4> rows;
            for (std::size_t i = 0; i < bodies.size(); ++i) {
                const auto& [x, y, z] = exact[i].acceleration;
                double dx = side(random), dy = side(random), dz = side(random);
                const double scale = (i % 10 == 0 ? 0.02 : 0.001) * std::hypot(x, y, z) / std::hypot(dx, dy, dz);
                dx *= scale, dy *= scale, dz *= scale;
                rows.push_back({float(gravity * (x + dx)), float(gravity * (y + dy)), float(gravity * (z + dz)), 0});
            }
            queue.enqueueWriteBuffer(accelerations, CL_TRUE, 0, rows.size() * sizeof(Float4), rows.data());
            const auto measure = [&, gravity](ForceErrorMeter& meter, std::size_t counted, long step_index) {
                meter.begin(counted, step_index);
                meter.enqueue_slice(particles, accelerations, {gravity, softening}, 1e30);
            };
            ForceErrorMeter meter{{*context.context, device, queue, built_in_kernels()}};
            for (long sum = 0; sum < 5; ++sum) {
                CHECK(!meter.errors());
                measure(meter, ForceErrorMeter::some, sum);
            }
            REQUIRE(meter.errors());
            CHECK(meter.errors()->bodies == 256);
            CHECK(meter.errors()->relative.p50 == doctest::Approx(0.001).epsilon(0.01).scale(0));
            CHECK(meter.errors()->relative.p99 == doctest::Approx(0.02).epsilon(0.01).scale(0));
            CHECK(meter.errors()->relative.most == doctest::Approx(0.02).epsilon(0.01).scale(0));
            for (long sum = 5; sum < 20; ++sum) measure(meter, ForceErrorMeter::some, sum);
            for (long sum = 20; sum < 25; ++sum) {
                measure(meter, ForceErrorMeter::most, sum);
                CHECK(meter.last_p99() == doctest::Approx(0.02).epsilon(0.01).scale(0));
            }
            CHECK(meter.errors()->bodies == ForceErrorMeter::samples);
            CHECK(meter.errors()->relative.p50 == doctest::Approx(0.001).epsilon(0.01).scale(0));
            CHECK(meter.errors()->relative.most == doctest::Approx(0.02).epsilon(0.01).scale(0));
            // A measurement in slices gives the result of an undivided measurement. An abandoned measurement gives no
            // result.
            const auto p99 = meter.last_p99();
            meter.begin(ForceErrorMeter::most, 24);
            double pairs = 0;
            while (meter.left() > 0) pairs += meter.enqueue_slice(particles, accelerations, {gravity, softening}, 1e5);
            CHECK(pairs == double(ForceErrorMeter::most * bodies.size()));
            CHECK(meter.last_p99() == p99);
            meter.begin(ForceErrorMeter::most, 25);
            meter.cancel();
            CHECK(meter.left() == 0);
            meter.restart();
            CHECK(!meter.errors());
        }
    });
}

TEST_CASE("the force errors of a run converge to its accuracy setting") {
    // A dense sphere in a wide cloud has larger force errors than the scenes with which the tolerances were chosen. One
    // device suffices, because the arithmetic of these hundreds of steps is equal on all devices.
    const Device device = list_devices().at(0);
    SimulationParameters parameters{.timestep = 1e-4, .softening = 0.01, .accuracy = Accuracy::standard};
    Simulation simulation{copied(device),
                          {},
                          {},
                          scattered_bodies(4000),
                          built_in_kernels(),
                          {.type = &solver_named("fmm"), .accuracy = parameters.accuracy}};
    CHECK(!simulation.probes().force_errors());
    simulation.advance(parameters, {.steps = 300});
    REQUIRE(simulation.probes().force_errors());
    const ForceErrors errors = *simulation.probes().force_errors();
    CHECK(errors.relative.p50 < errors.relative.p90);
    CHECK(errors.relative.p90 < errors.relative.p99);
    CHECK(errors.relative.p99 <= errors.relative.most);
    // The tolerance is corrected by a 99th percentile of 1,024 sampled bodies, which is uncertain by a sixth.
    CHECK(errors.relative.p99 < 1.7e-3);
    CHECK(errors.relative.p99 > 0.4e-3);
    simulation.reset();
    CHECK(!simulation.probes().force_errors());
}

TEST_CASE("measured force errors include the error caused by an approximation fraction, for two integrators") {
    const Device device = list_devices().at(0);
    for (const Integrator integrator : {Integrator::leapfrog, Integrator::explicit_euler}) {
        SimulationParameters parameters{.timestep = 1e-4, .fraction_denominator = 4, .integrator = integrator};
        Simulation simulation{
            copied(device), {}, {}, scattered_bodies(1000), built_in_kernels(), {.type = &solver_named("direct")}};
        const auto p50 = [&] {
            const auto found = simulation.probes().force_errors();
            return found ? found->relative.p50 : 0;
        };
        // The run measures force errors only as often as its time budget permits.
        const auto step_until_known = [&] {
            do simulation.advance(parameters, {.steps = 1});
            while (!simulation.probes().force_errors());
        };
        // With a quarter of the sources and without rescaling, about three quarters of every force are missing.
        parameters.fraction_mode = FractionMode::unscaled;
        step_until_known();
        CHECK(p50() == doctest::Approx(0.75).epsilon(0.05).scale(0));
        parameters.fraction_mode = FractionMode::unbiased;
        step_until_known();
        CHECK(p50() < 0.6);
        CHECK(p50() > 0.05);
        // Force errors of an exact sum are measured only on request. They consist of rounding errors alone.
        parameters.fraction_denominator = 1;
        simulation.advance(parameters, {.steps = 3});
        CHECK(!simulation.probes().force_errors());
        while (!simulation.probes().force_errors()) {
            simulation.probes().want_force_errors();
            simulation.advance(parameters, {.steps = 1});
        }
        // The tolerance allows rounding errors of two float sums of a thousand terms in different orders.
        CHECK(simulation.probes().force_errors()->relative.p99 < 1e-5);
        CHECK(simulation.probes().force_errors()->relative.most > 0);
    }
}

TEST_CASE("a run with measurements of force errors is reproducible for slices of any size") {
    const Device device = list_devices().at(0);
    constexpr long steps = 70;  // In this number of steps, the solver tolerance is corrected three times.
    const auto end = [&](const FrameBudget& budget) {
        const SimulationParameters parameters{.accuracy = Accuracy::draft};
        Simulation simulation{copied(device),
                              {},
                              {},
                              scattered_bodies(3000),
                              built_in_kernels(),
                              {.type = &solver_named("fmm"), .accuracy = parameters.accuracy}};
        while (simulation.status().steps < steps)
            simulation.advance(parameters, {budget.seconds, std::min(budget.steps, steps - simulation.status().steps)});
        return simulation.checkpoints().read().positions;
    };
    const std::vector<Float4> whole = end({}), stepped = end({.steps = 1}), sliced = end({.seconds = 1e-4});
    const auto same = [](const Float4& a, const Float4& b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
    CHECK(std::ranges::equal(whole, stepped, same));
    CHECK(std::ranges::equal(whole, sliced, same));
}

TEST_CASE("the kernel of the force error meter is built in the background, and get_ready() waits for the build") {
    on_every_device([](const Device& device) {
        const DeviceContext context = copied(device);
        const cl::CommandQueue queue{*context.context, handle_of(device)};
        ForceErrorMeter meter{{*context.context, device, queue, built_in_kernels()}},
            later_meter{{*context.context, device, queue, built_in_kernels()}};
        meter.get_ready();
        CHECK(meter.is_ready());
        CHECK(!later_meter.is_ready());
        later_meter.get_ready();  // The build has already started in the background, and this call waits for its end.
        CHECK(later_meter.is_ready());
    });
}
