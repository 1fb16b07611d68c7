// A body that leaves the domain of 32-bit integers widens the integers of a reversible run to 64 bits. The run must
// still go back bit for bit, and narrow its integers at the steps at which the forward run widened them.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "data/state/saved_state.hpp"
#include "tests/kernels/reference.hpp"
#include "tests/kernels/reversible_runs.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr double timestep = 1;
constexpr long last_step = 140;

// Returns bodies with coordinates up to 10, for which 32-bit integers represent coordinates up to 256. Body 17 leaves
// this domain after about 125 steps.
ParticleSet bodies_with_escaper() {
    ParticleSet bodies = scattered_bodies(100);
    bodies.velocities[17] = {2, 0, 0, 0};
    return bodies;
}

SimulationParameters parameters_with(double dt) {
    SimulationParameters p = reversible_parameters();
    p.timestep = dt;
    p.softening = 0.5;
    return p;
}

Simulation run_on(const Device& device) {
    return simulation_of(device, bodies_with_escaper(), "direct", parameters_with(timestep));
}

int bits_of(const Checkpoint& state) { return state.integers ? state.integers->format.bits : 0; }

// Returns the states after each step of a run, from the start to `last_step`.
std::vector<Checkpoint> states_of(Simulation& simulation) {
    std::vector<Checkpoint> states{simulation.checkpoints().take()};
    while (simulation.status().steps < last_step) {
        advance(simulation, parameters_with(timestep), 1);
        states.push_back(simulation.checkpoints().take());
    }
    return states;
}

// Goes back from the last state to the first, one step at a time, and compares each state.
void check_way_back(Simulation& simulation, const std::vector<Checkpoint>& states) {
    for (std::size_t i = states.size() - 1; i-- > 0;) {
        CAPTURE(i);
        go_back(simulation, 1);
        REQUIRE(same(simulation.checkpoints().take(), states[i]));
    }
}

}  // namespace

TEST_CASE("a run widens its integers when a body leaves the 32-bit domain, and narrows them when it goes back") {
    on_every_device([](const Device& device) {
        Simulation simulation = run_on(device);
        const std::vector<Checkpoint> states = states_of(simulation);
        CHECK(simulation.status().numbers.starts_with("64 bits (widened from 32 bits without loss), positions to "));
        const RangeNews news = simulation.take_news();
        CHECK(news.is_exact);
        CHECK(news.text.starts_with("body 17 (all) has left the range of 32-bit integers at t = "));
        CHECK(simulation.rewind().step == 0);
        CHECK(simulation.rewind().why.empty());

        // The size of the integers depends on the positions alone.
        for (const Checkpoint& state : states) REQUIRE(bits_of(state) == (state.positions[17].x > 256 ? 64 : 32));
        CHECK(bits_of(states[100]) == 32);
        CHECK(bits_of(states.back()) == 64);
        check_way_back(simulation, states);
        CHECK(simulation.status().numbers.starts_with("32 bits, "));
        CHECK(simulation.take_news().text.empty());

        // A call of advance() or go_back() for many steps reaches the same states as single steps.
        advance(simulation, parameters_with(timestep), last_step);
        CHECK(same(simulation.checkpoints().take(), states.back()));
        go_back(simulation, last_step);
        CHECK(same(simulation.checkpoints().take(), states.front()));
    });
}

TEST_CASE("a run whose body crosses the edge of the 32-bit domain repeatedly goes back exactly") {
    on_every_device([](const Device& device) {
        Simulation simulation = run_on(device);
        const SimulationParameters p = parameters_with(timestep);
        std::vector<Checkpoint> states{simulation.checkpoints().take()};
        std::vector<int> sizes;
        for (int step = 0; step < 300; ++step) {
            // Body 17 begins to oscillate about the external mass, across the edge of the domain.
            if (step == 120) simulation.set_external_mass(ExternalMass{{260, 0, 0}, 200, 30});
            advance(simulation, p, 1);
            states.push_back(simulation.checkpoints().take());
            if (sizes.empty() || sizes.back() != bits_of(states.back())) sizes.push_back(bits_of(states.back()));
        }
        CHECK(sizes.size() >= 3);
        CHECK(sizes.front() == 32);
        CHECK(std::ranges::count(sizes, 0) == 0);
        check_way_back(simulation, states);
    });
}

TEST_CASE("device snapshots and saved runs continue exactly in both directions across the widening") {
    const Device device = list_devices().at(0);
    Simulation straight = run_on(device);
    const std::vector<Checkpoint> states = states_of(straight);
    const SimulationParameters p = parameters_with(timestep);

    Simulation simulation = run_on(device);
    simulation.checkpoints().store_every(1);
    advance(simulation, p, last_step);
    simulation.checkpoints().store_every(0);
    const std::vector<DeviceSnapshot> stored = simulation.checkpoints().take_stored();
    REQUIRE(stored.size() == last_step);
    const auto widened = static_cast<std::size_t>(
        std::ranges::find_if(states, [](const Checkpoint& state) { return bits_of(state) == 64; }) - states.begin());
    for (const std::size_t step : {std::size_t{10}, widened - 2, widened - 1, widened, widened + 1, widened + 4}) {
        CAPTURE(step);
        simulation.checkpoints().restore(stored[step - 1]);
        CHECK(same(simulation.checkpoints().take(), states[step]));
        advance(simulation, p, last_step - static_cast<long>(step));
        CHECK(same(simulation.checkpoints().take(), states.back()));
        go_back(simulation, last_step);
        CHECK(same(simulation.checkpoints().take(), states.front()));
    }

    const std::filesystem::path file = std::filesystem::temp_directory_path() / "milkomeda-widening-test.milkomeda";
    for (const std::size_t step : {std::size_t{20}, std::size_t{last_step}}) {
        CAPTURE(step);
        ParticleSet particles = bodies_with_escaper();
        particles.positions = states[step].positions;
        particles.velocities = states[step].velocities;
        particles.time = states[step].time;
        SavedRun run;
        run.steps = states[step].steps;
        run.integers = states[step].integers;
        run.memory = states[step].memory;
        write_saved_state(file, {particles, run});
        const SavedState read = read_saved_state(file);
        std::filesystem::remove(file);

        // For the bodies of a late state, a new run would choose another integer format.
        Simulation resumed{copied(device),
                           {},
                           {},
                           read.particles,
                           built_in_kernels(),
                           {.type = &solver_named("direct"), .accuracy = p.accuracy}};
        resumed.checkpoints().restore(Checkpoint{read.particles.time, read.run->steps, read.particles.positions,
                                                 read.particles.velocities, read.run->integers, read.run->memory});
        resumed.solver_slot().prepare(p);
        resumed.prepare(p);
        CHECK(same(resumed.checkpoints().take(), states[step]));
        advance(resumed, p, last_step - static_cast<long>(step));
        CHECK(same(resumed.checkpoints().take(), states.back()));
        go_back(resumed, last_step);
        CHECK(same(resumed.checkpoints().take(), states.front()));
    }
}

TEST_CASE("preparing a run after restoring a checkpoint keeps the integer format of the checkpoint") {
    const Device device = list_devices().at(0);
    const SimulationParameters p = parameters_with(0.01);
    Simulation simulation = simulation_of(device, scattered_bodies(100), "direct", p);
    advance(simulation, p, 3);
    const Checkpoint state = simulation.checkpoints().take();
    REQUIRE(bits_of(state) == 32);
    // For these bodies, a new run would choose 64-bit integers.
    ParticleSet others = scattered_bodies(100);
    others.positions[3].x = 1e5f;
    Simulation resumed{
        copied(device), {}, {}, others, built_in_kernels(), {.type = &solver_named("direct"), .accuracy = p.accuracy}};
    resumed.checkpoints().restore(state);
    resumed.solver_slot().prepare(p);
    CHECK(same(resumed.checkpoints().take(), state));
    go_back(resumed, 3);
    go_back(simulation, 3);
    CHECK(same(resumed.checkpoints().take(), simulation.checkpoints().take()));
}

TEST_CASE("steps that are enqueued in advance can widen the integers of a run") {
    const Device device = list_devices().at(0);
    const SimulationParameters p = parameters_with(timestep);
    Simulation straight = run_on(device);
    const Checkpoint start = straight.checkpoints().take();
    advance(straight, p, last_step);

    Simulation simulation = run_on(device);
    long ahead = 0;
    advance(simulation, p, 1);
    while (simulation.status().steps < last_step)
        if (const long steps = simulation.enqueue_steps(p, last_step - simulation.status().steps); steps > 0)
            ahead += steps;
        else
            advance(simulation, p, 1);
    CHECK(ahead > 20);
    CHECK(same(simulation.checkpoints().take(), straight.checkpoints().take()));
    simulation.checkpoints().restore(start);
    while (simulation.status().steps < last_step)
        REQUIRE(simulation.enqueue_steps(p, 1) + simulation.advance(p, {.steps = 1}) > 0);
    simulation.go_back({.steps = last_step});
    CHECK(same(simulation.checkpoints().take(), start));
}

TEST_CASE("a run uses 64-bit integers if its timestep is so long that 32-bit integers would overflow in a step") {
    const Device device = list_devices().at(0);
    // In a step, body 17 moves by 600.
    const SimulationParameters p = parameters_with(300);
    Simulation simulation = simulation_of(device, bodies_with_escaper(), "direct", p);
    const Checkpoint start = simulation.checkpoints().take();
    CHECK(bits_of(start) == 32);
    advance(simulation, p, 10);
    CHECK(simulation.status().numbers.starts_with("64 bits (widened"));
    CHECK(simulation.checkpoints().read().positions[17].x > 2000);
    go_back(simulation, 10);
    CHECK(same(simulation.checkpoints().take(), start));
}

TEST_CASE("a body that leaves the 64-bit domain ends exact reversal, and the run continues with floats") {
    on_every_device([](const Device& device) {
        Simulation simulation = run_on(device);
        const SimulationParameters p = parameters_with(timestep);
        advance(simulation, p, last_step);
        simulation.take_news();
        Checkpoint state = simulation.checkpoints().take();
        REQUIRE(bits_of(state) == 64);
        // Moves body 17 to the edge of the domain.
        const std::int64_t edge = (std::int64_t{1} << 62) - 1;
        std::memcpy(state.integers->positions.data() + 3 * 17 * sizeof edge, &edge, sizeof edge);
        simulation.checkpoints().restore(state);
        CHECK(simulation.status().numbers.starts_with("64 bits"));
        advance(simulation, p, 1);
        CHECK(simulation.status().numbers.starts_with("single precision"));
        CHECK(simulation.status().numbers.find("body 17") != std::string::npos);
        const RangeNews news = simulation.take_news();
        CHECK(!news.is_exact);
        CHECK(news.text.find("body 17") != std::string::npos);
        CHECK(simulation.rewind().step == simulation.status().steps);
        CHECK(simulation.go_back({.steps = 1}) == 0);
        CHECK(simulation.advance(p, {.steps = 5}) == 5);
        simulation.reset();
        simulation.prepare(p);
        CHECK(simulation.rewind().why.empty());
        CHECK(simulation.status().numbers.starts_with("32 bits"));
    });
}

TEST_CASE("a kick that overflows 32-bit integers ends exact reversal, and the run continues with floats") {
    const Device device = list_devices().at(0);
    const SimulationParameters p = parameters_with(timestep);
    for (const bool is_ahead : {false, true}) {
        CAPTURE(is_ahead);
        Simulation simulation = run_on(device);
        advance(simulation, p, 1);
        CHECK(simulation.status().numbers.starts_with("32 bits"));
        const Float4 body = simulation.checkpoints().read().positions[17];
        simulation.set_external_mass(ExternalMass{{body.x, body.y + 0.01, body.z}, 0.1, 1e-3});
        if (is_ahead)
            REQUIRE(simulation.enqueue_steps(p, 1) == 1);
        else
            advance(simulation, p, 1);
        // The overflow is found before time is reversed.
        CHECK(simulation.go_back({.steps = 1}) == 0);
        CHECK(simulation.status().numbers.starts_with("single precision"));
        simulation.set_external_mass({});
        CHECK(simulation.advance(p, {.steps = 1}) == 1);
        CHECK(simulation.take_news().text.find("body 17") != std::string::npos);
        CHECK(simulation.checkpoints().read().velocities[17].y > 60);
    }
}
