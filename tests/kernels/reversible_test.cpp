// Runs of the reversible integrator, which uses integers, must go back bit for bit on every device and with every
// solver.
#include <doctest/doctest.h>

#include "data/particles/row_order.hpp"
#include "tests/kernels/reference.hpp"
#include "tests/kernels/reversible_runs.hpp"
#include "tests/scenes.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

// Returns galaxies that start at rest close together, so that they pass through each other within about ten steps.
ParticleSet close_galaxies(std::size_t bodies) {
    ParticleSet particles = generate(stellar_scene("milky-way-andromeda"), bodies);
    for (Float4& row : particles.positions)
        for (float* const coordinate : {&row.x, &row.y, &row.z}) *coordinate *= 0.2f;
    shuffle_components(particles);
    return particles;
}

}  // namespace

TEST_CASE("with integers, every integrator undoes steps bit for bit, even with an external mass or within a step") {
    on_every_device([](const Device& device) {
        for (std::size_t row = 0; row < integrator_table.size(); ++row) {
            SimulationParameters p = reversible_parameters();
            p.integrator = static_cast<Integrator>(row);
            if (!is_reversible(p.integrator)) continue;
            CAPTURE(name_of(p.integrator));
            Simulation simulation = simulation_of(device, close_galaxies(1024), "direct", p);
            std::vector<Checkpoint> states{simulation.checkpoints().take()};
            for (int step = 0; step < 12; ++step) {
                if (step == 4) simulation.set_external_mass(ExternalMass{{0.1, 0, 1}, 0.3});
                if (step == 8) simulation.set_external_mass({});
                if (step == 6) p.timestep = 0.013;
                if (step == 9) p.integrator = Integrator::reversible;
                advance(simulation, p, 1);
                states.push_back(simulation.checkpoints().take());
            }
            CHECK(!same(states.front(), states.back()));
            simulation.advance(p, {1e-9, 1});  // This call begins a step without finishing it.
            if (!simulation.is_between_steps()) simulation.go_back({.steps = 1});
            while (simulation.status().steps > 12) go_back(simulation, 1);
            for (std::size_t i = states.size() - 1; i-- > 0;) {
                while (simulation.status().steps > static_cast<long>(i)) go_back(simulation, 1);
                REQUIRE(same(simulation.checkpoints().take(), states[i]));
            }
        }
    });
}

TEST_CASE("a reversible run goes back bit for bit with every solver") {
    on_every_device([](const Device& device) {
        for (const std::string_view solver : {"direct", "fmm"}) {
            // FMM is tested only on the first driver, because compiling the FMM kernels takes minutes on each further
            // driver.
            if (solver == "fmm" && device.index != 0) continue;
            CAPTURE(solver);
            const SimulationParameters p = reversible_parameters();
            Simulation simulation = simulation_of(device, close_galaxies(1024), solver, p);
            const Checkpoint start = simulation.checkpoints().take();
            CHECK(simulation.status().numbers.starts_with("32 bits"));
            // In these steps, the fast multipole method corrects its tolerance three times.
            advance(simulation, p, 70);
            const Checkpoint middle = simulation.checkpoints().take();
            CHECK(!same_rows(start.positions, middle.positions));
            advance(simulation, p, 30);
            go_back(simulation, 30);
            CHECK(same(simulation.checkpoints().take(), middle));
            go_back(simulation, 70);
            CHECK(same(simulation.checkpoints().take(), start));
            CHECK(simulation.status().steps == 0);
            CHECK(simulation.status().time == 0);
            CHECK(simulation.go_back({.steps = 1}) == 0);
            CHECK(simulation.rewind().step == 0);
            CHECK(simulation.rewind().why.empty());
        }
    });
}

TEST_CASE("going back and then forward passes exactly through changes of all parameters") {
    // One device suffices here, because an earlier test checks the arithmetic of all devices.
    const Device device = list_devices().at(0);
    {
        SimulationParameters p = reversible_parameters();
        Simulation simulation = simulation_of(device, close_galaxies(1024), "auto", p);
        std::vector<Checkpoint> states;
        const auto change = [&](int number) {
            p.timestep = number % 2 ? 0.02 : 0.013;
            if (number % 3 == 0) p.softening = 0.05 + 0.01 * number;
            if (number % 4 == 0) p.gravity = 1 + 0.05 * number;
            if (number % 5 == 0) p.fraction_denominator = fraction_denominators[number / 5 % 5];
            if (number % 5 == 1) p.fraction_mode = FractionMode{number % 2};
            p.accuracy = Accuracy{number % 2};
            if (number % 7 == 0) simulation.set_external_mass(ExternalMass{{0.1 * number, 0, 1}, 0.3});
            if (number % 7 == 2) simulation.set_external_mass({});
            if (number == 4 || number == 8) {
                const ReadAsset read = built_in_kernels();
                const SolverChoice choice{.type = &solver_named(number == 4 ? "fmm" : "direct"),
                                          .accuracy = p.accuracy};
                simulation.solver_slot().use(simulation.solver_slot().build(choice, read));
            }
        };
        for (int number = 0; number < 20; ++number) {
            change(number);
            states.push_back(simulation.checkpoints().take());
            advance(simulation, p, 1 + number % 4);
            // A change within a step takes effect with the next step. The unfinished step keeps its parameters.
            if (number % 6 == 5) simulation.advance(p, {.seconds = 1e-9, .steps = 1});
            while (!simulation.is_between_steps()) simulation.advance(p, {.steps = 1});
        }
        simulation.set_external_mass({});
        const Checkpoint end = simulation.checkpoints().take();
        CHECK(simulation.log().changes().size() >= 20);
        for (std::size_t i = states.size(); i-- > 0;) {
            CAPTURE(i);
            go_back(simulation, simulation.status().steps - states[i].steps);
            REQUIRE(same(simulation.checkpoints().take(), states[i]));
        }

        // The undone steps remain in the log, and repeating these steps leads to the previous end of the run. The
        // caller of advance() chooses solver and external mass, which have not changed.
        CHECK(simulation.log().latest() == end.steps);
        CHECK(simulation.log().config_of(first_force_of(0)).parameters.timestep == 0.013);
    }
}

TEST_CASE("a run that has gone back continues exactly as before, or as a new branch") {
    const Device device = list_devices().at(0);
    for (const std::string_view solver : {"direct", "fmm"}) {
        CAPTURE(solver);
        const SimulationParameters p = reversible_parameters();
        SimulationParameters other = p;
        other.gravity = 1.1;
        const auto fresh = [&] { return simulation_of(device, close_galaxies(1024), solver, p); };
        Simulation simulation = fresh();
        advance(simulation, p, 80);
        const Checkpoint end = simulation.checkpoints().take();
        go_back(simulation, 45);
        CHECK(simulation.log().latest() == 80);
        while (simulation.status().steps < 80)
            advance(simulation, simulation.log().config_of(first_force_of(simulation.status().steps)).parameters, 1);
        CHECK(same(simulation.checkpoints().take(), end));

        go_back(simulation, 41);
        advance(simulation, other, 41);
        CHECK(simulation.log().latest() == 80);
        Simulation branch = fresh();
        advance(branch, p, 39);
        advance(branch, other, 41);
        CHECK(same(simulation.checkpoints().take(), branch.checkpoints().take()));
        CHECK(!same(simulation.checkpoints().take(), end));

        // A run restored from a checkpoint continues exactly, with its log of past steps.
        Simulation resumed = fresh();
        branch.go_back({.steps = 20});
        const Checkpoint kept = branch.checkpoints().take();
        resumed.checkpoints().restore(kept);
        CHECK(same(resumed.checkpoints().take(), kept));
        advance(resumed, other, 20);
        CHECK(same(resumed.checkpoints().take(), simulation.checkpoints().take()));
        go_back(resumed, 80);
        go_back(branch, 60);
        CHECK(same(resumed.checkpoints().take(), branch.checkpoints().take()));
    }
}

TEST_CASE("a step can be computed in slices, and time can be reversed within a step") {
    const Device device = list_devices().at(0);
    const SimulationParameters p = reversible_parameters();
    Simulation simulation = simulation_of(device, scattered_bodies(1500), "direct", p);
    const Checkpoint start = simulation.checkpoints().take();
    simulation.advance(p, {.seconds = 1e-9, .steps = 1});
    REQUIRE(!simulation.is_between_steps());
    // First, the unfinished step is completed without being counted. Then the displayed time decreases without a jump.
    double last = 1;
    do {
        simulation.go_back({.seconds = 1e-9, .steps = 1});
        const double now = simulation.drawn().time;
        if (simulation.status().steps == 1 && !simulation.is_between_steps()) {
            CHECK(now <= last);
            CHECK(now >= 0);
            last = now;
        }
    } while (simulation.status().steps > 0 || !simulation.is_between_steps());
    CHECK(same(simulation.checkpoints().take(), start));
}

TEST_CASE("computing steps in advance does not change the results of a run, forward or backward") {
    on_every_device([](const Device& device) {
        for (const std::string_view solver : {"direct", "fmm"}) {
            // FMM is tested only on the first driver, because compiling the FMM kernels takes minutes on each further
            // driver.
            if (solver == "fmm" && device.index != 0) continue;
            CAPTURE(solver);
            const SimulationParameters p = reversible_parameters();
            SimulationParameters q = p;
            q.softening = 0.2;
            Simulation straight = simulation_of(device, close_galaxies(1024), solver, p);
            advance(straight, p, 40);
            advance(straight, q, 30);

            Simulation simulation = simulation_of(device, close_galaxies(1024), solver, p);
            const Checkpoint start = simulation.checkpoints().take();
            long ahead = 0;
            const auto play_to = [&](const SimulationParameters& parameters, long last) {
                for (int frame = 0; simulation.status().steps < last; ++frame) {
                    // Every second frame ends within a step.
                    simulation.advance(parameters, {.seconds = frame % 2 ? 1e-9 : 1, .steps = 1});
                    ahead += simulation.enqueue_steps(parameters, std::min(3L, last - simulation.status().steps));
                }
            };
            play_to(p, 40);
            // The parameters change while the last step with the former parameters may be unfinished.
            play_to(q, 70);
            // Further devices may be too slow to compute steps in advance.
            if (device.index == 0) CHECK(ahead > 20);
            CHECK(same(simulation.checkpoints().take(), straight.checkpoints().take()));

            // Time is reversed before the host has waited for two enqueued steps.
            simulation.enqueue_steps(q, 2);
            while (simulation.status().steps > 0) simulation.go_back({.steps = simulation.status().steps});
            CHECK(same(simulation.checkpoints().take(), start));
            advance(simulation, p, 2);
            simulation.go_back({.seconds = 1e-9, .steps = 1});
            if (!simulation.is_between_steps())
                // A run that goes back computes no forward steps in advance.
                CHECK(simulation.enqueue_steps(p, 1) == 0);
        }
    });
}

TEST_CASE("going back stops at a step that cannot be undone and gives the reason") {
    const Device device = list_devices().at(0);
    SimulationParameters p = reversible_parameters();
    Simulation simulation = simulation_of(device, scattered_bodies(200), "direct", p);
    advance(simulation, p, 5);
    p.damping = 0.99;
    advance(simulation, p, 2);
    CHECK(simulation.rewind().step == 7);
    CHECK(simulation.rewind().why == "damping cannot be undone");
    p.damping = 1;
    advance(simulation, p, 3);
    CHECK(simulation.go_back({.steps = 100}) == 3);
    CHECK(simulation.rewind().step == 7);

    p.integrator = Integrator::leapfrog;
    advance(simulation, p, 2);
    CHECK(simulation.go_back({.steps = 1}) == 0);
    CHECK(!simulation.rewind().why.empty());
    p.integrator = Integrator::reversible;
    advance(simulation, p, 2);
    CHECK(simulation.go_back({.steps = 5}) == 2);
    CHECK(!simulation.rewind().why.empty());
    CHECK_THROWS_AS(simulation.go_back({.damping = 0.9, .integrator = Integrator::reversible}, {.steps = 1}),
                    std::invalid_argument);
    CHECK_THROWS_AS(simulation.go_back(SimulationParameters{.integrator = Integrator::leapfrog}, {.steps = 1}),
                    std::invalid_argument);

    // A run can go back beyond its start, as if the run had begun earlier, and can return to its start.
    simulation.reset();
    simulation.prepare(p);
    const Checkpoint start = simulation.checkpoints().take();
    REQUIRE(simulation.go_back(p, {.steps = 10}) == 10);
    CHECK(simulation.status().steps == -10);
    CHECK(simulation.status().time == doctest::Approx(-10 * p.timestep));
    advance(simulation, p, 10);
    CHECK(same(simulation.checkpoints().take(), start));
}

TEST_CASE("64-bit integers keep digits that 32-bit integers would lose") {
    ParticleSet bodies = scattered_bodies(300);
    // This body is so distant that 32-bit integers would have coarse units.
    bodies.positions[3] = {1e5f, 0, 0, 1e-3f};
    const Device device = list_devices().at(0);
    const SimulationParameters p = reversible_parameters();
    Simulation simulation = simulation_of(device, bodies, "direct", p);
    CHECK(simulation.status().numbers.starts_with("64 bits"));
    const Checkpoint whole = simulation.checkpoints().take();
    const ParticleSet start = simulation.checkpoints().read();
    // Converting floats to 64-bit integers and back is exact.
    CHECK(same_rows(start.positions, bodies.positions));
    advance(simulation, p, 50);
    go_back(simulation, 50);
    CHECK(same_rows(simulation.checkpoints().read().positions, start.positions));
    CHECK(same_rows(simulation.checkpoints().read().velocities, start.velocities));
    CHECK(same(simulation.checkpoints().take(), whole));  // The digits beyond float precision are also equal.
}
