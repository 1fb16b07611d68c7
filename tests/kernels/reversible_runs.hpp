// Runs of the reversible integrator for tests, and the comparison of their states.
#pragma once

#include <doctest/doctest.h>

#include <cstring>

#include "compute/gravity/solvers.hpp"
#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"

namespace milkomeda::test {

inline bool same_rows(const std::vector<Float4>& a, const std::vector<Float4>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Float4)) == 0;
}

// Returns whether two checkpoints are equal bit for bit, including their integers and the format of the integers.
inline bool same(const Checkpoint& a, const Checkpoint& b) {
    return a.time == b.time && a.steps == b.steps && same_rows(a.positions, b.positions) &&
           same_rows(a.velocities, b.velocities) && a.integers.has_value() == b.integers.has_value() &&
           (!a.integers ||
            (a.integers->format == b.integers->format && a.integers->positions == b.integers->positions &&
             a.integers->velocities == b.integers->velocities));
}

inline Simulation simulation_of(const Device& device, ParticleSet particles, std::string_view solver,
                                const SimulationParameters& parameters) {
    Simulation simulation{copied(device),
                          {},
                          {},
                          std::move(particles),
                          built_in_kernels(),
                          {.type = &solver_named(solver), .accuracy = parameters.accuracy}};
    simulation.prepare(parameters);
    return simulation;
}

inline SimulationParameters reversible_parameters() {
    return {.accuracy = Accuracy::draft, .integrator = Integrator::reversible};
}

inline void advance(Simulation& simulation, const SimulationParameters& parameters, long steps) {
    REQUIRE(simulation.advance(parameters, {.steps = steps}) == steps);
}

inline void go_back(Simulation& simulation, long steps) { REQUIRE(simulation.go_back({.steps = steps}) == steps); }

}  // namespace milkomeda::test
