// An infinite or NaN coordinate must stop a run on every device, and the error message must name the time and the body.
#include <doctest/doctest.h>

#include <limits>

#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr std::size_t checked_bodies = 517;

Simulation finite_check_simulation(const Device& device, const ParticleSet& particles) {
    return {copied(device), {}, {}, particles, built_in_kernels()};
}

// Returns the error message of a few steps with these bodies, or an empty string if there is no error.
std::string error_message(const Device& device, const ParticleSet& particles, const SimulationParameters& parameters) {
    Simulation simulation = finite_check_simulation(device, particles);
    try {
        for (int i = 0; i < 3; ++i) simulation.advance(parameters, {.steps = 1});
    } catch (const NonFiniteState& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("the finite check detects infinity and NaN in every coordinate of every body") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    on_every_device([&](const Device& device) {
        ParticleSet valid = scattered_bodies(checked_bodies);
        for (std::size_t i = 0; i < checked_bodies; ++i) valid.ids[i] = static_cast<std::uint32_t>(1000 + i);
        SimulationParameters parameters;
        CHECK(error_message(device, valid, parameters) == "");
        for (const float wrong : {infinity, -infinity, nan})
            for (float Float4::*axis : {&Float4::x, &Float4::y, &Float4::z})
                for (const std::size_t row : {std::size_t{0}, checked_bodies - 1}) {
                    CAPTURE(wrong);
                    CAPTURE(row);
                    ParticleSet particles = valid;
                    particles.velocities[row].*axis = wrong;
                    const std::string line = error_message(device, particles, parameters);
                    CHECK(line.starts_with("body " + std::to_string(1000 + row) + " "));
                    CHECK(line.find(" at t = 0.02, step 1") != line.npos);
                }
    });
}

// With 100 times the normal gravity, the force of one very heavy body exceeds the range of floats.
TEST_CASE("an overflowing force is detected in its step, and a reset restores a finite state") {
    on_every_device([](const Device& device) {
        ParticleSet particles = scattered_bodies(checked_bodies);
        particles.positions[3].w = 1e37f;
        SimulationParameters none, strong;
        none.gravity = 0, strong.gravity = 100;
        Simulation simulation = finite_check_simulation(device, particles);
        const auto step = [&](const SimulationParameters& parameters) { simulation.advance(parameters, {.steps = 1}); };
        for (int i = 0; i < 3; ++i) step(none);
        CHECK_THROWS_WITH_AS(step(strong), doctest::Contains(" at t = 0.08, step 4: "), NonFiniteState);
        CHECK_THROWS_AS(step(none), NonFiniteState);  // Later steps fail even without gravity.
        simulation.reset();
        CHECK_NOTHROW(step(none));

        // The error is also reported if the failing step was enqueued and the host has not waited for it.
        step(none);
        if (simulation.enqueue_steps(strong, 1) == 0) return;  // A slow device accepts no steps in advance.
        CHECK_THROWS_WITH_AS(simulation.advance(none, {.steps = 0}), doctest::Contains(" at t = 0.06, step 3: "),
                             NonFiniteState);
        // If no further step is computed, the error is not reported again. Every further step fails with the error.
        CHECK(simulation.advance(none, {.steps = 0}) == 0);
        CHECK_THROWS_AS(step(none), NonFiniteState);
        simulation.reset();
        step(none);
        simulation.enqueue_steps(strong, 1);
        simulation.reset();
        CHECK_NOTHROW(step(none));
    });
}
