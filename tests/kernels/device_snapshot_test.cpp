// With every solver, a run that returns to a device snapshot must continue bit for bit like the original run.
#include <doctest/doctest.h>

#include "compute/simulation/simulation.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

bool same_state(const ParticleSet& a, const ParticleSet& b) {
    return a.time == b.time && same_bits(a.positions, b.positions) && same_bits(a.velocities, b.velocities);
}

struct Case {
    const char* solver;
    std::size_t bodies;
    long steps;  // number of steps before the first snapshot
    SimulationParameters parameters;
};

std::vector<Case> cases(const Device& device) {
    SimulationParameters leapfrog, fraction, euler, draft, reversible, yoshida;
    reversible.integrator = Integrator::reversible;
    yoshida.integrator = *value_named<Integrator>("yoshida4");
    fraction.fraction_denominator = 4;
    euler.integrator = Integrator::symplectic_euler;
    draft.accuracy = Accuracy::draft;
    // The FMM solver corrects its tolerance by measured force errors at step 32, which must precede a snapshot. To save
    // time, the run is shorter on further drivers, because the host corrects the tolerance in the same way for all
    // drivers.
    const long fmm_steps = device.index == 0 ? 33 : 8;
    return {{"direct", 700, 8, leapfrog},   {"direct", 700, 8, fraction}, {"direct", 700, 8, euler},
            {"direct", 700, 8, reversible}, {"direct", 700, 8, yoshida},  {"fmm", 1000, fmm_steps, draft}};
}

}  // namespace

TEST_CASE("a run that returns to a device snapshot repeats the original run bit for bit") {
    on_every_device([](const Device& device) {
        for (const Case& c : cases(device)) {
            CAPTURE(c.solver);
            CAPTURE(c.parameters.fraction_denominator);
            SolverChoice solver;
            solver.type = &solver_named(c.solver);
            solver.accuracy = c.parameters.accuracy;
            Simulation simulation{copied(device), {}, {}, scattered_bodies(c.bodies), built_in_kernels(), solver};
            simulation.checkpoints().store_every(c.steps);
            simulation.advance(c.parameters, {.steps = 2 * c.steps + 3});
            std::vector<DeviceSnapshot> stored = simulation.checkpoints().take_stored();
            REQUIRE(stored.size() == 2);
            CHECK(stored[1].steps == 2 * c.steps);
            CHECK(stored[1].on_device());
            const ParticleSet straight = simulation.checkpoints().read();

            SimulationParameters other_parameters = c.parameters;
            other_parameters.softening = 0.2;
            for (const bool from_host : {false, true}) {
                CAPTURE(from_host);
                if (from_host)
                    while (!simulation.checkpoints().move_to_host(stored[0])) {
                    }
                CHECK(stored[0].on_device() != from_host);
                simulation.advance(other_parameters, {.steps = 7});
                simulation.checkpoints().restore(stored[0]);
                CHECK(simulation.status().steps == c.steps);
                CHECK(simulation.status().time == stored[0].time);
                CHECK(simulation.is_between_steps());
                simulation.advance(c.parameters, {.steps = c.steps + 3});
                CHECK(same_state(simulation.checkpoints().read(), straight));
            }

            // A run whose parameters change after a restore reaches the state of a new run with equal changes.
            simulation.checkpoints().restore(stored[1]);
            simulation.advance(other_parameters, {.steps = 7});
            const ParticleSet branch = simulation.checkpoints().read();
            Simulation fresh{copied(device), {}, {}, scattered_bodies(c.bodies), built_in_kernels(), solver};
            fresh.advance(c.parameters, {.steps = 2 * c.steps});
            fresh.advance(other_parameters, {.steps = 7});
            CHECK(same_state(branch, fresh.checkpoints().read()));
        }
    });
}

TEST_CASE("each of several snapshots stored by one advance() call contains the state at the end of its step") {
    on_every_device([](const Device& device) {
        const SimulationParameters parameters;
        Simulation one{copied(device), {}, {}, scattered_bodies(300), built_in_kernels()},
            other{copied(device), {}, {}, scattered_bodies(300), built_in_kernels()};
        one.checkpoints().store_every(3);
        one.advance(parameters, {.steps = 10});
        const std::vector<DeviceSnapshot> stored = one.checkpoints().take_stored();
        REQUIRE(stored.size() == 3);
        CHECK(one.checkpoints().take_stored().empty());
        for (const DeviceSnapshot& state : stored) {
            other.advance(parameters, {.steps = 3});
            one.checkpoints().restore(state);
            CHECK(same_state(one.checkpoints().read(), other.checkpoints().read()));
        }
        one.checkpoints().store_every(0);
        one.advance(parameters, {.steps = 10});
        CHECK(one.checkpoints().take_stored().empty());
    });
}
