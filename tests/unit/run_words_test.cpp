// The status line must explain why a run is slower than requested, in a text that fits its width.
#include <doctest/doctest.h>

#include "app/panels/run_words.hpp"

using namespace milkomeda;

namespace {

// Describes a run of 8,192 bodies that reaches a pace of 0.3, although a pace of 1.2 is requested. A frame takes 50 ms,
// of which the simulation takes `advance_seconds`.
RunFacts slow_run(double advance_seconds) {
    return {.frames_per_second = 20,
            .frame_seconds = 0.05,
            .advance_seconds = advance_seconds,
            .bodies = 8192,
            .sums_pairs = true,
            .pace_asked = 1.2,
            .pace_reached = 0.3};
}

}  // namespace

TEST_CASE("the status line names no cause if a run reaches its requested pace") {
    RunFacts facts = slow_run(0.04);
    facts.pace_reached = 1.18;
    CHECK(pace_cause(facts).why.empty());
    CHECK(status_lines(facts, pace_cause(facts)).front() == "20 fps  ·  pace 1.18 of 1.20 (21 Myr/s)  ·  8,192 bodies");
}

TEST_CASE("the status line says that the simulation limits the pace, and how many bodies would permit the pace") {
    const RunFacts facts = slow_run(0.04);
    CHECK(pace_cause(facts).why == "limited by the simulation");
    CHECK(pace_cause(facts).more ==
          // Four times the pace leaves time for a quarter of the pairs, so for half of the 8,192 bodies.
          "4,000 bodies would allow the pace 1.20");
    RunFacts hierarchical = facts;
    hierarchical.sums_pairs = false;
    CHECK(pace_cause(hierarchical).more == "2,000 bodies would allow the pace 1.20");
    RunFacts many = hierarchical;  // The step of this run takes longer than a frame.
    many.timestep = 0.02;
    CHECK(pace_cause(many).more == "a step takes 0.067 s; 2,000 bodies would allow the pace 1.20");
    RunFacts stopped = facts;
    stopped.pace_reached = 0;
    CHECK(pace_cause(stopped).more.empty());
    RunFacts hurried = facts;
    hurried.goal = 22;
    CHECK(pace_cause(hurried).why == "running to t = 22.00");
}

TEST_CASE("the status line names drawing as cause if the simulation would reach the pace with the whole frame time") {
    const PaceCause cause = pace_cause(slow_run(0.01));
    CHECK(cause.why == "limited by drawing");
    CHECK(cause.more == "40 ms per frame");
}

TEST_CASE("the status line names no cause for a slow run if neither computing nor drawing takes long") {
    RunFacts facts = slow_run(0.001);
    facts.frame_seconds = 1.0 / 60;
    CHECK(pace_cause(facts).why.empty());
}

TEST_CASE("the status line names no cause for a slow run if the user has requested no pace") {
    RunFacts facts = slow_run(0.04);
    facts.pace_asked.reset();
    CHECK(pace_cause(facts).why.empty());
    CHECK(status_lines(facts, pace_cause(facts)).front() == "20 fps  ·  pace 0.30 (5.33 Myr/s)  ·  8,192 bodies");
}

TEST_CASE("the status line shows the pace of a run that plays backward with a minus sign") {
    RunFacts facts = slow_run(0.04);
    facts.backwards = true;
    facts.pace_reached = -1.18;
    CHECK(status_lines(facts, pace_cause(facts)).front() ==
          "20 fps  ·  pace -1.18 of -1.20 (-21 Myr/s)  ·  8,192 bodies  ·  running backward");
}

TEST_CASE("the status line says why a run does not advance") {
    RunFacts facts = slow_run(0.04);
    facts.playing = false;
    CHECK(pace_cause(facts).why == "paused");
    CHECK(status_lines(facts, pace_cause(facts)).front() == "8,192 bodies  ·  paused");
    facts.at_end = true;
    CHECK(pace_cause(facts).why == "paused at the end");
    facts.trouble = "no OpenCL device";
    CHECK(pace_cause(facts).why == "cannot play");
    CHECK(pace_cause(facts).more == "no OpenCL device");
}

TEST_CASE("shorter status lines omit details first and the cause last") {
    const auto lines = status_lines(slow_run(0.04), pace_cause(slow_run(0.04)));
    for (std::size_t i = 1; i < lines.size(); ++i) CHECK(lines[i].size() < lines[i - 1].size());
    CHECK(lines[lines.size() - 2] == "limited by the simulation");
    CHECK(lines.back() == "20 fps");
}
