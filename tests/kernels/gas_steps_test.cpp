// Steps of runs with gas: the same bits in any slicing and after a return to an earlier state, and the same motion with
// every integrator.
#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>

#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"
#include "tests/kernels/reversible_runs.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr std::size_t gas_first = 300, gas_particles = 900;

// A ball of stars and gas; the gas lies between two components of stars. `gas_name` is the name of the middle
// component.
ParticleSet ball(const std::string& gas_name) {
    ParticleSet ball = scattered_bodies(1500);
    scale(ball, 0.25, 1, 1);  // so dense that smoothing lengths are below their limit
    ball.components = {{"disk", "a", 0, gas_first, 1},
                       {gas_name, "a", gas_first, gas_particles, 1},
                       {"halo", "a", gas_first + gas_particles, 300, 1}};
    return ball;
}

Simulation run_of(const Device& device, ParticleSet particles) {
    return Simulation{
        copied(device), {}, {}, std::move(particles), built_in_kernels(), {.type = &solver_named("direct")}};
}

SimulationParameters warm_gas() {
    SimulationParameters parameters;
    parameters.gas.temperature = 3e5;
    return parameters;
}

bool same_bodies(const ParticleSet& a, const ParticleSet& b) {
    return same_rows(a.positions, b.positions) && same_rows(a.velocities, b.velocities);
}

}  // namespace

TEST_CASE("a run with gas computes the same bits in slices of any length") {
    on_every_device([](const Device& device) {
        Simulation whole = run_of(device, ball("gas")), sliced = run_of(device, ball("gas"));
        whole.advance(warm_gas(), {.steps = 6});
        while (sliced.status().steps < 6) sliced.advance(warm_gas(), {.seconds = 1e-5, .steps = 1});
        CHECK(same_bodies(whole.checkpoints().read(), sliced.checkpoints().read()));
        CHECK(whole.status().gas.find("900 particles") == 0);
    });
}

TEST_CASE("a run with gas that returns to an earlier state repeats the original run bit for bit") {
    on_every_device([](const Device& device) {
        Simulation run = run_of(device, ball("gas"));
        run.advance(warm_gas(), {.steps = 3});
        const DeviceSnapshot snapshot = run.checkpoints().store();
        const Checkpoint checkpoint = run.checkpoints().take();
        REQUIRE(checkpoint.gas);
        CHECK(checkpoint.gas->size() == gas_particles);
        run.advance(warm_gas(), {.steps = 4});
        const ParticleSet straight = run.checkpoints().read();

        run.checkpoints().restore(snapshot);
        run.advance(warm_gas(), {.steps = 4});
        CHECK(same_bodies(run.checkpoints().read(), straight));

        Simulation other = run_of(device, ball("gas"));
        other.checkpoints().restore(checkpoint);
        other.advance(warm_gas(), {.steps = 4});
        CHECK(same_bodies(other.checkpoints().read(), straight));

        // The smoothing lengths are the fourth numbers of the velocities.
        for (std::size_t row = 0; row < straight.size(); ++row) {
            const bool is_of_gas = row >= gas_first && row < gas_first + gas_particles;
            REQUIRE((straight.velocities[row].w > 0) == is_of_gas);
        }
    });
}

TEST_CASE("a picture of an incomplete step shows gas and stars at one time that never decreases") {
    on_every_device([](const Device& device) {
        // All bodies move with one constant velocity, because gravity and pressure are negligible.
        ParticleSet moving = ball("gas");
        for (Float4& position : moving.positions) position.w *= 1e-12f;
        for (Float4& velocity : moving.velocities) velocity = {1, -2, 0.5f, 0};
        SimulationParameters parameters = warm_gas();
        parameters.gas.temperature = 10;
        for (const char* const integrator : {"leapfrog", "symplectic-euler"}) {
            CAPTURE(integrator);
            parameters.integrator = *value_named<Integrator>(integrator);
            Simulation run = run_of(device, moving);
            double last = 0;
            while (run.status().steps < 3) {
                run.advance(parameters, {.seconds = 1e-9, .steps = 1});
                const DrawnRows drawn = run.drawn();
                REQUIRE(drawn.time >= last);
                REQUIRE(drawn.time <= 3.0001 * parameters.timestep);
                last = drawn.time;
                if (drawn.positions.empty()) continue;  // nothing has changed
                for (const std::size_t row : {std::size_t{0}, gas_first, gas_first + gas_particles - 1}) {
                    const double x = drawn.positions[row].x + drawn.time_offset * drawn.velocities[row].x;
                    // the limit is the accuracy of single precision
                    REQUIRE(std::abs(x - moving.positions[row].x - drawn.time) < 1e-5);
                }
            }
            CHECK(last == doctest::Approx(3 * parameters.timestep).scale(0).epsilon(1e-6));
        }
    });
}

TEST_CASE("gas that is off moves exactly like stars") {
    on_every_device([](const Device& device) {
        SimulationParameters off;
        off.gas.model = GasModel::off;
        for (const Integrator integrator : {Integrator::leapfrog, Integrator::reversible}) {
            off.integrator = integrator;
            Simulation gas = run_of(device, ball("gas")), stars = run_of(device, ball("stars"));
            gas.advance(off, {.steps = 5});
            stars.advance(off, {.steps = 5});
            CHECK(same_bodies(gas.checkpoints().read(), stars.checkpoints().read()));
            CHECK(gas.go_back({.steps = 5}) == (is_reversible(integrator) ? 5 : 0));
        }
    });
}

TEST_CASE("a run with gas uses the leapfrog instead of integrators that go back in time, and says why") {
    on_every_device([](const Device& device) {
        for (const char* const name : {"reversible", "yoshida4"}) {
            CAPTURE(name);
            SimulationParameters chosen = warm_gas();
            chosen.integrator = *value_named<Integrator>(name);
            Simulation run = run_of(device, ball("gas")), leapfrog = run_of(device, ball("gas"));
            run.advance(chosen, {.steps = 3});
            leapfrog.advance(warm_gas(), {.steps = 3});
            CHECK(same_bodies(run.checkpoints().read(), leapfrog.checkpoints().read()));
            // The log keeps the choice, which the window restores when it goes back.
            CHECK(run.log().config_of(first_force_of(0)).parameters.integrator == chosen.integrator);
            CHECK(run.status().numbers.find("gas loses energy") != std::string::npos);
            CHECK(run.go_back({.steps = 1}) == 0);
            CHECK(run.rewind().why.find("gas loses energy") != std::string::npos);
            CHECK_THROWS_AS(run.go_back(chosen, {.steps = 1}), std::invalid_argument);
        }
    });
}

TEST_CASE("with every integrator, gas without neighbors moves like stars") {
    on_every_device([](const Device& device) {
        ParticleSet orbits;
        constexpr float mass = 100;
        const auto add = [&](float x, float y, float z, float vx, float vy, float m) {
            orbits.positions.push_back({x, y, z, m});
            orbits.velocities.push_back({vx, vy, 0, 0});
            orbits.ids.push_back(static_cast<std::uint32_t>(orbits.ids.size()));
        };
        add(0, 0, 0, 0, 0, mass);
        add(5, 0, 0, 0, 4.47f, 1e-6f);
        add(0, 12, 0, -2.9f, 0.5f, 1e-6f);
        add(-20, 1, 3, 0, -2.2f, 1e-6f);
        for (const char* const name : {"leapfrog", "symplectic-euler", "explicit-euler"}) {
            CAPTURE(name);
            SimulationParameters parameters;
            parameters.integrator = *value_named<Integrator>(name);
            parameters.timestep = 0.05;
            const auto moved = [&](const char* component) {
                ParticleSet start = orbits;
                start.components = {{"stars", "", 0, 1, mass}, {component, "", 1, 3, 3e-6}};
                Simulation run = run_of(device, start);
                run.advance(parameters, {.steps = 40});
                return run.checkpoints().read();
            };
            const ParticleSet gas = moved("gas"), stars = moved("disk");
            for (std::size_t row = 0; row < gas.size(); ++row) {
                const glm::dvec3 way = vector_of(stars.positions[row]) - vector_of(orbits.positions[row]);
                const glm::dvec3 error = vector_of(gas.positions[row]) - vector_of(stars.positions[row]);
                if (row > 0) CHECK(glm::length(way) > 3);
                // Rounding errors of 40 steps at distances of 20 are about 40 times 1e-6.
                CHECK(glm::length(error) < 5e-5);
            }
        }
    });
}
