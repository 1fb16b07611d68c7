// These tests check how many steps a run advances per frame: at the requested pace, or as fast as possible while the
// run seeks a time.
#include "app/playback/step_pacer.hpp"

#include <doctest/doctest.h>

using namespace milkomeda;

namespace {

const SimulationParameters parameters{.timestep = 0.02, .time_per_second = 1.2};

// Simulates frames of 40 ms, of which drawing takes a quarter. A frame completes its budget of steps, but at most
// `most` steps.
struct Run {
    StepPacer pacer;
    long steps = 0;

    double time() const { return static_cast<double>(steps) * parameters.timestep; }
    void frame(long most) {
        const FrameBudget budget = pacer.budget(parameters, 0.04, 0.01);
        const long done = std::min(budget.steps, most);
        steps += done;
        pacer.completed(done, time(), 90, parameters);
    }
};

}  // namespace

TEST_CASE("a run advances at its requested pace") {
    Run run;
    for (int frame = 0; frame < 25; ++frame) run.frame(1000);
    CHECK(run.time() == doctest::Approx(1.2).epsilon(0.02).scale(0));
}

TEST_CASE("a run that plays backward has a negative pace, which is known as soon as the run plays") {
    Run run;
    for (int frame = 0; frame < 50; ++frame) run.frame(1000);
    CHECK(run.pacer.pace_reached() == doctest::Approx(1.2).epsilon(0.1).scale(0));
    run.pacer.play(false);
    CHECK(run.pacer.pace_reached() == 0);
    for (int frame = 0; frame < 50; ++frame) {
        run.pacer.measure_pace(0.04, -0.048);
        CHECK(run.pacer.pace_reached() == doctest::Approx(-1.2));
    }
    run.pacer.play(true);
    run.frame(1000);
    CHECK(run.pacer.pace_reached() == doctest::Approx(1));  // the frame completes 2 of 2.4 steps
}

TEST_CASE("a run seeks a time as fast as possible, stops exactly at this time and continues at its pace") {
    Run run;
    run.pacer.run_to(16);
    CHECK(run.pacer.goal() == 16.0);
    run.frame(300);
    CHECK(run.steps == 300);
    for (int frame = 0; frame < 2; ++frame) run.frame(300);
    CHECK(run.time() == doctest::Approx(16));
    CHECK_FALSE(run.pacer.goal());
    CHECK(run.pacer.playing());
    const long there = run.steps;
    run.frame(300);
    // After the seek, the run advances at its requested pace. It does not catch up the steps that it missed.
    CHECK(run.steps - there <= 3);
}

TEST_CASE("a paused run that seeks a time pauses again when this time is reached") {
    Run run;
    run.pacer.play(false);
    run.pacer.run_to(1);
    CHECK(run.pacer.playing());
    run.frame(1000);
    CHECK(run.time() == doctest::Approx(1));
    CHECK_FALSE(run.pacer.playing());
    CHECK_FALSE(run.pacer.goal());
}

TEST_CASE("pausing, stepping and resetting cancel a seek") {
    for (const auto interrupt : {+[](StepPacer& t) { t.play(false); }, +[](StepPacer& t) { t.request_step(); },
                                 +[](StepPacer& t) { t.reset(); }}) {
        Run run;
        run.pacer.run_to(50);
        run.frame(10);
        interrupt(run.pacer);
        CHECK_FALSE(run.pacer.goal());
        const long there = run.steps;
        run.frame(1000);
        CHECK(run.steps - there <= 3);
    }
}

TEST_CASE("steps certain to be needed are computed ahead of time without changing the pace") {
    Run run;
    long ahead = 0, without = 0;
    for (int frame = 0; frame < 100; ++frame) {
        const long before = run.steps;
        run.frame(1000);
        without += run.steps == before;
        const long certain = run.pacer.certain(parameters);
        // A frame needs 2.4 steps on average. At most 90 % of them (2.16), and less than one step left over from the
        // previous frame, are certain to be needed.
        CHECK(certain <= 3);
        run.steps += certain;
        ahead += certain;
        run.pacer.completed(certain, run.time(), 90, parameters);
    }
    CHECK(ahead > 200);
    CHECK(without > 50);  // Many frames compute no steps, because all their steps were computed ahead of time.
    CHECK(run.time() == doctest::Approx(4 * 1.2).epsilon(0.015).scale(0));
}

TEST_CASE("no steps are computed ahead of time while a run pauses, advances by single steps or seeks a time") {
    Run run;
    run.frame(1000);
    CHECK(run.pacer.certain(parameters) > 0);
    SimulationParameters by_frames = parameters;
    by_frames.steps_per_frame = 3;
    CHECK(run.pacer.certain(by_frames) == 0);
    run.pacer.run_to(16);
    CHECK(run.pacer.certain(parameters) == 0);
    run.pacer.play(false);
    CHECK(run.pacer.certain(parameters) == 0);
    run.pacer.request_step();
    CHECK(run.pacer.certain(parameters) == 0);
}

TEST_CASE("a pause discards the lead of a run over its pace, and few steps are computed in advance after a stall") {
    Run run;
    run.frame(1000);
    // The run reports 30 additional steps, so that it is half a second ahead of its pace.
    run.pacer.completed(30, run.time(), 90, parameters);
    run.frame(1000);
    CHECK(run.steps == 2);
    run.pacer.play(false);
    run.pacer.play(true);
    run.frame(1000);
    CHECK(run.steps == 4);

    run.pacer.budget(parameters, 3, 0.01);  // This frame takes three seconds.
    run.pacer.completed(6, run.time(), 90, parameters);
    CHECK(run.pacer.certain(parameters) <= 3);
}

TEST_CASE("a run that seeks a time between two steps stops at the later step") {
    Run run;
    run.pacer.run_to(0.05);
    run.frame(1000);
    CHECK(run.steps == 3);
    CHECK_FALSE(run.pacer.goal());
}
