// A state that is infinite or no number stops a run, on every device, and says when and whose it is.
#include <doctest/doctest.h>

#include <limits>

#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr std::size_t bodies = 517;

Simulation simulation_of(const Device& device, const Particles& particles) {
    return {copied(device), {}, {}, particles, built_in_kernels()};
}

// What a step says of these bodies; empty if it goes well.
std::string complaint(const Device& device, const Particles& particles,
                      const SimulationParameters& parameters) {
    Simulation simulation = simulation_of(device, particles);
    try {
        for (int i = 0; i < 30; ++i) simulation.advance(parameters, {.steps = 1});
    } catch (const UnsoundState& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("every number of every body is looked at") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    on_every_device([&](const Device& device) {
        Particles sound = scattered_bodies(bodies);
        for (std::size_t i = 0; i < bodies; ++i) sound.ids[i] = static_cast<std::uint32_t>(1000 + i);
        SimulationParameters parameters;
        CHECK(complaint(device, sound, parameters) == "");
        for (const float wrong : {infinity, -infinity, nan})
            for (float Float4::*axis : {&Float4::x, &Float4::y, &Float4::z})
                for (const std::size_t row : {std::size_t{0}, bodies - 1}) {
                    CAPTURE(wrong);
                    CAPTURE(row);
                    Particles particles = sound;
                    particles.velocities[row].*axis = wrong;
                    const std::string line = complaint(device, particles, parameters);
                    CHECK(line.starts_with("body " + std::to_string(1000 + row) + " "));
                    CHECK(line.find("by t = 0.02, step 1: ") != line.npos);
                }
    });
}

TEST_CASE("numbers that grow too large are found in the step in which they do") {
    on_every_device([](const Device& device) {
        Particles particles = scattered_bodies(bodies);
        SimulationParameters parameters;
        parameters.timestep = 1;
        particles.velocities[3].x = 1e18f;
        // The square of 1.8e19 is a float, that of 1.9e19 is none.
        CHECK(complaint(device, particles, parameters).find("by t = 19, step 19: ") != std::string::npos);
    });
}

TEST_CASE("a new start is sound again") {
    on_every_device([](const Device& device) {
        Particles particles = scattered_bodies(bodies);
        particles.velocities[3].x = 1e19f;
        SimulationParameters parameters;
        parameters.timestep = 1;
        Simulation simulation = simulation_of(device, particles);
        const auto run = [&] { simulation.advance(parameters, {.steps = 5}); };
        CHECK_THROWS_AS(run(), UnsoundState);
        CHECK_THROWS_AS(run(), UnsoundState);  // nothing heals it
        simulation.reset();
        parameters.timestep = 1e-5;
        CHECK_NOTHROW(run());
    });
}
