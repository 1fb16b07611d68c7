// A run is played frame by frame while its device computes steps in advance during drawing. Computing in advance must
// not change pace, history, looping and stopping at a requested time.
#include "app/playback/live_run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "app/playback/particle_source.hpp"
#include "tests/kernels/devices.hpp"
#include "tests/kernels/reference.hpp"

using namespace milkomeda;
using namespace milkomeda::test;

namespace {

constexpr std::size_t live_bodies = 200;

Simulation simulation() {
    return {copied(list_devices().at(0)),     {}, {}, scattered_bodies(live_bodies), built_in_kernels(),
            {.type = &solver_named("direct")}};
}

// With these parameters, a frame of 40 ms takes 2.4 steps.
SimulationParameters parameters() {
    return {.timestep = 0.02, .integrator = Integrator::reversible, .time_per_second = 1.2};
}

struct Player {
    ParticleSource source;
    SimulationParameters chosen = parameters();
    FrameTime frame{.seconds = 0.04, .busy_seconds = 0.01, .goes_ahead = true};
    long ahead = 0;  // This is the number of steps computed while a frame was drawn.

    explicit Player(double until = 90) : source{std::make_unique<LiveRun>(simulation(), until)} {
        source.checkpoints().keep_history(64 << 20);
    }
    long steps() const { return source.frames().status().steps; }
    void play_frame() {
        source.frames().advance(chosen, frame);
        const long before = steps();
        source.frames().go_ahead(chosen);
        ahead += steps() - before;
        if (const auto of_moment = source.transport().take_parameters()) chosen = *of_moment;
    }
    void play_to(long step) {
        while (steps() < step) play_frame();
    }
    bool is_as(Simulation& other) {
        if (!source.frames().is_between_steps()) source.checkpoints().finish_step(chosen);
        const ParticleSet a = source.frames().read(), b = other.checkpoints().read();
        const auto same = [](const std::vector<Float4>& x, const std::vector<Float4>& y) {
            return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(Float4)) == 0;
        };
        return a.time == b.time && same(a.positions, b.positions) && same(a.velocities, b.velocities);
    }
};

}  // namespace

TEST_CASE("computing steps in advance changes neither the pace nor the results of a run") {
    Player player;
    for (int frame = 0; frame < 100; ++frame) player.play_frame();
    CHECK(player.ahead > 100);
    // The pace is 1.2 time units per second for 4 seconds of frames. The run is ahead by less than the steps of one
    // frame.
    CHECK(player.source.transport().time() == doctest::Approx(4.8).epsilon(0.015).scale(0));
    CHECK(player.source.checkpoints().run_history()->end().steps == player.steps());
    Simulation straight = simulation();
    player.source.transport().play(false);
    if (!player.source.frames().is_between_steps()) player.source.checkpoints().finish_step(player.chosen);
    straight.advance(player.chosen, {.steps = player.steps()});
    CHECK(player.is_as(straight));

    player.source.transport().play_backward();
    while (player.source.transport().state().backward) player.play_frame();
    CHECK(player.steps() == 0);
    straight.reset();
    straight.prepare(player.chosen);
    CHECK(player.is_as(straight));
}

TEST_CASE("replaying a run repeats its parameter changes without starting a new branch") {
    Player player;
    SimulationParameters other = parameters();
    other.softening = 0.5;
    player.play_to(40);
    player.chosen = other;
    player.play_frame();
    const auto changes = player.source.checkpoints().run_history()->changes();
    REQUIRE(changes.size() == 2);
    player.play_to(90);
    for (const double seconds :
         // With these frame times, the parameter change happens while a frame is drawn, or between two frames.
         {0.04, 0.1, 0.06, 0.013}) {
        player.frame.seconds = seconds;
        player.source.transport().show_nearest(0);
        player.chosen = *player.source.transport().take_parameters();
        CHECK(player.chosen.softening == parameters().softening);
        player.source.transport().play(true);
        player.play_to(80);
        CHECK(player.source.checkpoints().run_history()->branches().size() == 1);
        CHECK(player.source.checkpoints().run_history()->departures() == 0);
        player.source.transport().play(false);
        if (!player.source.frames().is_between_steps()) player.source.checkpoints().finish_step(player.chosen);
        Simulation straight = simulation();
        straight.advance(parameters(), {.steps = changes[1].from.steps});
        straight.advance(other, {.steps = player.steps() - changes[1].from.steps});
        CHECK(player.is_as(straight));
    }
}

TEST_CASE("a frame shows the end of a run before the run pauses or, if looped, restarts") {
    constexpr double until = 0.6;
    Player player{until};
    while (player.source.transport().playing()) {
        player.source.frames().advance(player.chosen, player.frame);
        const bool plays = player.source.transport().playing();
        player.source.frames().go_ahead(player.chosen);
        REQUIRE(player.source.transport().playing() == plays);
    }
    CHECK(player.source.transport().time() > until - 1e-9);
    // One frame takes at most three steps.
    CHECK(player.source.transport().time() < until + 3 * parameters().timestep);
    player.source.transport().loop(true);
    player.source.transport().restart();
    const long jumps = player.source.transport().state().jumps;
    // These frames together last three times as long as the run from its start to its end.
    for (int frame = 0; frame < 40; ++frame) player.play_frame();
    CHECK(player.source.transport().state().jumps >= jumps + 2);
    CHECK(player.source.transport().playing());
    CHECK(player.source.transport().time() < until + 0.1);
}

TEST_CASE("a run that computes steps in advance never passes a requested time") {
    Player player;
    for (double next = 0.3; next < 2; next += 0.3) {
        // A recording sets `last_time` slightly after the next moment that it needs.
        player.frame.last_time = next + 0.5 * parameters().timestep;
        for (int frame = 0; frame < 12; ++frame) player.play_frame();
        REQUIRE(player.source.frames().is_between_steps());
        CHECK(player.source.transport().time() == doctest::Approx(next));
    }
    player.frame.last_time.reset();
    player.play_frame();
    player.frame.one_step_only = true;
    player.play_frame();
    CHECK(player.source.frames().is_between_steps());
    const long ahead = player.ahead;
    player.play_frame();
    player.frame = {.seconds = 0.04, .busy_seconds = 0.01};
    player.play_frame();
    player.frame.goes_ahead = true;
    const double goal = player.source.transport().time() + 1;
    player.source.transport().run_to(goal);
    while (player.source.transport().state().goal) player.play_frame();
    CHECK(player.source.transport().time() == doctest::Approx(goal));
    CHECK(player.ahead == ahead);  // While a run seeks a time, it computes no steps in advance.
}

TEST_CASE("key frames of steps computed in advance are kept, and a run can return to its last computed step") {
    Player player;
    player.play_to(100);
    player.source.transport().play(false);
    player.play_frame();
    const long end = player.steps();
    player.source.transport().show_nearest(0);
    const std::vector<const DeviceSnapshot*> keys = player.source.checkpoints().run_history()->keys();
    CHECK(keys.size() >= 12);
    CHECK(keys.back()->steps == end);
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) CHECK(keys[i]->steps == 8 * static_cast<long>(i));
}

TEST_CASE("a step back ends at the preceding step even if the key frame before this step has been removed") {
    Player player;
    player.chosen.integrator = Integrator::leapfrog;
    player.source.transport().play(false);
    const auto step_to = [&](long step) {
        while (player.steps() < step) {
            player.source.transport().step();
            player.play_frame();
        }
    };
    step_to(16);
    const RunHistory& history = *player.source.checkpoints().run_history();
    REQUIRE(history.memory().count == 3);
    player.source.checkpoints().keep_history(history.memory().bytes);
    step_to(23);
    REQUIRE(history.memory().count == 3);
    player.source.transport().step_back();
    while (player.source.transport().state().goal) player.play_frame();
    CHECK(player.steps() == 22);
}

TEST_CASE("a non-finite state stops the run, is not stored as a checkpoint, and does not block a video") {
    ParticleSet heavy = scattered_bodies(live_bodies);
    for (Float4& row : heavy.positions) row.w = 3e38f;
    Simulation falling{copied(list_devices().at(0)),     {}, {}, heavy, built_in_kernels(),
                       {.type = &solver_named("direct")}};
    ParticleSource source{std::make_unique<LiveRun>(std::move(falling), 90)};
    SimulationParameters chosen = parameters();
    chosen.softening = 0;
    const FrameTime frame{.seconds = 0.04, .busy_seconds = 0.01};
    bool is_there = false;
    for (int i = 0; i < 100 && source.transport().playing(); ++i)
        is_there = source.frames().advance_to_video_frame(1.0 / 30, chosen, frame);
    CHECK(is_there);
    CHECK_FALSE(source.frames().take_error().empty());
    for (int i = 0; i < 3; ++i) source.frames().advance(chosen, frame);
    CHECK(std::ranges::all_of(source.checkpoints().newest_checkpoint().positions,
                              [](const Float4& row) { return std::isfinite(row.x); }));
    source.transport().restart();
    source.transport().play(false);
    source.checkpoints().request_checkpoint();
    for (int i = 0; i < 3; ++i) source.frames().advance(chosen, frame);
    CHECK(source.checkpoints().take_checkpoint());
}

TEST_CASE("a run resumed from a checkpoint can go back to earlier times, and keeps its branches after a restart") {
    SimulationParameters other = parameters();
    other.softening = 0.5;
    Simulation before = simulation();
    before.advance(parameters(), {.steps = 30});
    before.advance(other, {.steps = 10});
    const Checkpoint state = before.checkpoints().take();

    Simulation after = simulation();
    Player player;
    auto run = std::make_unique<LiveRun>(std::move(after), 90, state);
    run->restart_by([state](Simulation& restarted) { restarted.checkpoints().restore(state); });
    player.source = ParticleSource{std::move(run)};
    player.source.checkpoints().keep_history(64 << 20);
    player.chosen = other;
    const RunHistory& history = *player.source.checkpoints().run_history();
    const auto is_past = [&] {
        REQUIRE(history.changes().size() >= 2);
        CHECK(history.start().steps == 0);
        CHECK(history.changes()[0].config.parameters.softening == parameters().softening);
        CHECK(history.changes()[1].from.steps == 30);
        CHECK(history.changes()[1].config.parameters.softening == 0.5);
        CHECK(player.steps() == 40);
    };
    is_past();
    player.play_to(80);
    const long end = history.end().steps;
    player.source.transport().restart();
    is_past();
    CHECK(history.end().steps == end);
    CHECK(history.branches().size() == 1);

    // There is no key frame near this time, so the run goes back step by step.
    player.source.transport().show_nearest(0.4);
    while (player.source.transport().state().backward) player.play_frame();
    CHECK(player.steps() == 20);
    CHECK(player.chosen.softening == parameters().softening);
    player.chosen.softening = 0.1;
    player.source.transport().play(true);
    player.play_to(60);
    CHECK(history.branches().size() == 2);
    player.source.transport().restart();  // After a restart, the run is on its first branch.
    is_past();
    CHECK(history.end().steps == end);
    CHECK(history.branches().size() == 2);

    Simulation straight = simulation();
    player.source.transport().play(false);
    straight.checkpoints().restore(state);
    CHECK(player.is_as(straight));
    player.source.transport().play_backward();
    while (player.source.transport().state().backward) player.play_frame();
    Simulation start = simulation();
    start.prepare(parameters());
    CHECK(player.is_as(start));
}

TEST_CASE("a requested checkpoint arrives even if the run is restarted before the checkpoint is complete") {
    constexpr std::size_t more_than_a_part = 300'000;
    Simulation large{copied(list_devices().at(0)),     {}, {}, scattered_bodies(more_than_a_part), built_in_kernels(),
                     {.type = &solver_named("direct")}};
    ParticleSource source{std::make_unique<LiveRun>(std::move(large), 90)};
    const FrameTime frame{.seconds = 0.04, .busy_seconds = 0.01};
    source.transport().play(false);
    source.checkpoints().request_checkpoint();
    source.frames().advance(parameters(), frame);
    // Only the first part of the checkpoint has been copied.
    REQUIRE(!source.checkpoints().take_checkpoint());
    source.transport().restart();
    source.transport().play(false);
    std::shared_ptr<const Checkpoint> state;
    for (int i = 0; i < 10 && !state; ++i) {
        source.frames().advance(parameters(), frame);
        state = source.checkpoints().take_checkpoint();
    }
    REQUIRE(state);
    CHECK(state->positions.size() == more_than_a_part);
    CHECK(state->memory.has_value());
}
