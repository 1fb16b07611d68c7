// How far a frame advances the run: at its pace, or as fast as possible to a requested moment.
#include "app/playback/step_pacer.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

namespace {

const SimulationParameters parameters{.timestep = 0.02, .time_per_second = 1.2};

// Frames of 40 ms, of which drawing takes a quarter; each completes at most `most` steps of its budget.
struct Run {
    StepPacer transport;
    long steps = 0;

    double time() const { return static_cast<double>(steps) * parameters.timestep; }
    void frame(long most) {
        const FrameBudget budget = transport.budget(parameters, 0.04, 0.01);
        const long done = std::min(budget.steps, most);
        steps += done;
        transport.completed(done, time(), 90, parameters);
    }
};

}  // namespace

TEST_CASE("a run advances at its pace") {
    Run run;
    for (int frame = 0; frame < 25; ++frame) run.frame(1000);
    CHECK(run.time() == doctest::Approx(1.2).epsilon(0.02));
}

TEST_CASE(
    "a run that seeks a moment advances as fast as possible, stops there exactly and continues at its pace") {
    Run run;
    run.transport.head_for(16);
    CHECK(run.transport.heading_for() == 16.0);
    run.frame(300);
    CHECK(run.steps == 300);
    for (int frame = 0; frame < 2; ++frame) run.frame(300);
    CHECK(run.time() == doctest::Approx(16));
    CHECK_FALSE(run.transport.heading_for());
    CHECK(run.transport.playing());
    const long there = run.steps;
    run.frame(300);
    CHECK(run.steps - there <= 3);  // The pace holds again, and no missed steps are made up for.
}

TEST_CASE("a paused run that seeks a moment pauses there") {
    Run run;
    run.transport.play(false);
    run.transport.head_for(1);
    CHECK(run.transport.playing());
    run.frame(1000);
    CHECK(run.time() == doctest::Approx(1));
    CHECK_FALSE(run.transport.playing());
    CHECK_FALSE(run.transport.heading_for());
}

TEST_CASE("pausing, stepping and resetting cancel a seek") {
    for (const auto interrupt : {+[](StepPacer& t) { t.play(false); },
                                 +[](StepPacer& t) { t.request_step(); }, +[](StepPacer& t) { t.reset(); }}) {
        Run run;
        run.transport.head_for(50);
        run.frame(10);
        interrupt(run.transport);
        CHECK_FALSE(run.transport.heading_for());
        const long there = run.steps;
        run.frame(1000);
        CHECK(run.steps - there <= 3);
    }
}

TEST_CASE("steps certain to be needed are taken ahead without changing the pace") {
    Run run;
    long ahead = 0, without = 0;
    for (int frame = 0; frame < 100; ++frame) {
        const long before = run.steps;
        run.frame(1000);
        without += run.steps == before;
        const long certain = run.transport.certain(parameters);
        CHECK(certain <= 3);  // 0.9 of the 2.4 steps of a frame, and the remainder of the previous frame
        run.steps += certain;
        ahead += certain;
        run.transport.completed(certain, run.time(), 90, parameters);
    }
    CHECK(ahead > 200);
    CHECK(without > 50);  // Many frames have no steps left to take.
    CHECK(run.time() == doctest::Approx(4 * 1.2).epsilon(0.015));
}

TEST_CASE("no steps are certain while pausing, single-stepping or seeking") {
    Run run;
    run.frame(1000);
    CHECK(run.transport.certain(parameters) > 0);
    SimulationParameters by_frames = parameters;
    by_frames.steps_per_frame = 3;
    CHECK(run.transport.certain(by_frames) == 0);
    run.transport.head_for(16);
    CHECK(run.transport.certain(parameters) == 0);
    run.transport.play(false);
    CHECK(run.transport.certain(parameters) == 0);
    run.transport.request_step();
    CHECK(run.transport.certain(parameters) == 0);
}

TEST_CASE("steps taken ahead are forgotten after a pause, and a stall allows few steps ahead") {
    Run run;
    run.frame(1000);
    run.transport.completed(30, run.time(), 90, parameters);  // The run is half a second ahead of its pace.
    run.frame(1000);
    CHECK(run.steps == 2);
    run.transport.play(false);
    run.transport.play(true);
    run.frame(1000);
    CHECK(run.steps == 4);

    run.transport.budget(parameters, 3, 0.01);  // a frame of three seconds
    run.transport.completed(6, run.time(), 90, parameters);
    CHECK(run.transport.certain(parameters) <= 3);
}

TEST_CASE("seeking a moment between two steps ends at the next step") {
    Run run;
    run.transport.head_for(0.05);
    run.frame(1000);
    CHECK(run.steps == 3);
    CHECK_FALSE(run.transport.heading_for());
}
