// These tests reverse the time of a collision. They check the energy conservation of the reversible integrator, which
// uses integers, and a whole collision that runs forward and back.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "compute/simulation/diagnostics.hpp"
#include "data/base/clock.hpp"
#include "data/particles/row_order.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reversible_runs.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

ParticleSet shuffled_collision(std::size_t bodies) {
    ParticleSet particles = generate(stellar_scene("milky-way-andromeda"), bodies);
    shuffle_components(particles);
    return particles;
}

Simulation collision_on(const Device& device, std::size_t bodies, const SimulationParameters& parameters,
                        std::string_view solver) {
    Simulation simulation{copied(device),
                          {},
                          {},
                          shuffled_collision(bodies),
                          built_in_kernels(),
                          {.type = &solver_named(solver), .accuracy = parameters.accuracy}};
    simulation.prepare(parameters);
    return simulation;
}

// Copies 32-bit integers to 64-bit integers.
void widen(std::vector<std::byte>& column) {
    std::vector<std::byte> wide(2 * column.size());
    for (std::size_t i = 0; i < column.size() / sizeof(std::int32_t); ++i) {
        std::int32_t number = 0;
        std::memcpy(&number, column.data() + i * sizeof number, sizeof number);
        const std::int64_t copy = number;
        std::memcpy(wide.data() + i * sizeof copy, &copy, sizeof copy);
    }
    column = std::move(wide);
}

// Makes a run compute with 64-bit integers, as after a body has left the domain of 32-bit integers.
void widen(Simulation& simulation) {
    Checkpoint state = simulation.checkpoints().take();
    widen(state.integers->positions);
    widen(state.integers->velocities);
    state.integers->format.bits = 64;
    simulation.checkpoints().restore(state);
}

}  // namespace

TEST_CASE("the integer integrator conserves energy as well as the float integrator") {
    const Device device = list_devices().at(0);
    // During this time, the galaxies pass through each other, which causes the largest errors.
    constexpr double begin = 14, end = 18;
    const auto energy_error = [&](Integrator integrator) {
        const SimulationParameters p{.timestep = 0.04, .softening = 0.1, .integrator = integrator};
        Simulation simulation = collision_on(device, 2048, p, "direct");
        simulation.advance(p, {.steps = std::lround(begin / p.timestep)});
        const double before = diagnose(simulation, p).total_energy();
        simulation.advance(p, {.steps = std::lround((end - begin) / p.timestep)});
        return std::abs(diagnose(simulation, p).total_energy() / before - 1);
    };
    const double of_floats = energy_error(Integrator::leapfrog), of_integers = energy_error(Integrator::reversible);
    MESSAGE("relative energy errors: " << of_floats << " with floats, " << of_integers << " with integers");
    // The runs are chaotic. Their energy errors of about 1e-5 come from the timestep and differ from each other by
    // about 1e-5.
    CHECK(of_integers < of_floats + 5e-5);
}

// This skipped test takes an hour on two idle cores, or some minutes on a GPU:
//     build/release/tests/physics/physics-tests -ns -tc="the whole collision*"
// It uses 81,920 bodies on a GPU and 8,192 on other devices, every solver, and 20 parameter changes.
TEST_CASE("the whole collision runs from t = 0 to 90 and back to its start, bit for bit" * doctest::skip()) {
    const std::vector<Device> devices = list_devices();
    const Device device = *choose_device(devices, "");
    const std::size_t bodies = device.type == "gpu" ? 81920 : 8192;
    for (const std::string_view solver : {"direct", "fmm"}) {
        SimulationParameters p{.accuracy = Accuracy::draft, .integrator = Integrator::reversible};
        Simulation simulation = collision_on(device, bodies, p, solver);
        const ParticleSet start = simulation.checkpoints().read();
        const double energy = diagnose(simulation, p).total_energy();
        const Clock::time_point begin = Clock::now();
        for (int change = 0; change < 20; ++change) {
            const double until = 4.5 * (change + 1);
            p.timestep = change % 2 ? 0.02 : 0.0175;
            p.softening = 0.05 + 0.001 * (change % 5);
            p.fraction_denominator = change == 7 && solver == "direct" ? 4 : 1;
            p.accuracy = change % 6 == 5 ? Accuracy::standard : Accuracy::draft;
            while (simulation.status().time < until - p.timestep / 2) simulation.advance(p, {.steps = 1});
        }
        const double forth = seconds_since(begin);
        const double drift = diagnose(simulation, p).total_energy() / energy - 1;
        const long steps = simulation.status().steps;
        std::printf("%s, %zu bodies, %s: t = %.4f after %ld steps, %.1f s, energy %+.1e\n", device.name.c_str(), bodies,
                    std::string{solver}.c_str(), simulation.status().time, steps, forth, drift);
        CHECK(simulation.status().numbers.find("bits") != std::string::npos);
        while (simulation.status().steps > 0 && simulation.rewind().step == 0) simulation.go_back({.steps = 100});
        const ParticleSet back = simulation.checkpoints().read();
        CHECK(same_rows(start.positions, back.positions));
        CHECK(same_rows(start.velocities, back.velocities));
        std::printf("back at t = %g, step %ld\n", back.time, simulation.status().steps);
    }
}

// This skipped test measures how much longer a reversible step takes than a leapfrog step, with integers of 32 and 64
// bits. Steps of all kinds alternate:
//     build/release/tests/physics/physics-tests -ns -tc="the cost of integers*"
TEST_CASE("the cost of integers compared with floats is printed for each solver" * doctest::skip()) {
    const std::vector<Device> devices = list_devices();
    const Device device = *choose_device(devices, "");
    const std::size_t bodies = device.type == "gpu" ? 81920 : 8192;
    for (const std::string_view solver : {"direct", "fmm"}) {
        SimulationParameters p[3];
        p[1].integrator = p[2].integrator = Integrator::reversible;
        Simulation simulations[]{collision_on(device, bodies, p[0], solver), collision_on(device, bodies, p[1], solver),
                                 collision_on(device, bodies, p[2], solver)};
        widen(simulations[2]);
        constexpr long steps = 10;
        double best[3]{1e9, 1e9, 1e9}, processor[3]{};
        for (int turn = 0; turn < 20; ++turn)
            for (int which = 0; which < 3; ++which) {
                const Clock::time_point begin = Clock::now();
                const std::clock_t processor_begin = std::clock();
                simulations[which].advance(p[which], {.steps = steps});
                if (turn < 2) continue;
                best[which] = std::min(best[which], seconds_since(begin) / steps);
                processor[which] += static_cast<double>(std::clock() - processor_begin);
            }
        for (const int which : {1, 2})
            std::printf(
                "%s, %zu bodies, %s: leapfrog %.3f ms, reversible (%s) %.3f ms, %+.1f %%; processor time %+.1f %%\n",
                device.name.c_str(), bodies, std::string{solver}.c_str(), 1e3 * best[0],
                simulations[which].status().numbers.substr(0, 7).c_str(), 1e3 * best[which],
                100 * (best[which] / best[0] - 1), 100 * (processor[which] / processor[0] - 1));
    }
}
