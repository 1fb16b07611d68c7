#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>

#include "data/simulation/fixed_point.hpp"
#include "data/simulation/run_log.hpp"

using namespace milkomeda;

namespace {

StepConfig config(double timestep, float tolerance_scale = 1, int solver = 0) {
    return {.parameters = {.timestep = timestep}, .solver = solver, .tolerance_scale = tolerance_scale};
}

}  // namespace

TEST_CASE("the run log returns the settings and the time of each step, forward and backward") {
    RunLog log;
    log.restart(0, 5);
    CHECK(log.time_of(0) == 5);
    CHECK(!log.has_step(0));
    for (long step = 0; step < 10; ++step) {
        log.record_step(step, config(0.5));
        log.record_last_force(step, 0, 1);
    }
    for (long step = 10; step < 15; ++step) {
        log.record_step(step, config(0.25, step < 13 ? 1.0f : 2.0f));
        log.record_last_force(step, 0, step < 12 ? 1.0f : 2.0f);
        if (step == 12) CHECK(log.latest() == 13);
        if (step < 14) continue;
        CHECK(log.changes().size() == 3);
    }
    CHECK(log.earliest() == 0);
    CHECK(log.latest() == 15);
    CHECK(log.time_of(0) == 5);
    CHECK(log.time_of(10) == 10);
    CHECK(log.time_of(15) == 11.25);
    CHECK(log.config_of(first_force_of(12)).tolerance_scale == 1);
    CHECK(log.config_of(last_force_of(12)).tolerance_scale == 2);
    CHECK(log.changes()[2].step() == 12);

    // A step repeated with equal settings keeps the later steps in the log. A step repeated with different settings
    // starts a new branch.
    log.record_step(3, config(0.5));
    CHECK(log.latest() == 15);
    log.record_step(4, config(0.125));
    CHECK(log.latest() == 5);
    CHECK(log.time_of(5) == 7.125);
    CHECK(log.changes().size() == 2);
}

TEST_CASE("steps can be added and removed at the beginning of the run log") {
    RunLog log;
    log.restart(0, 0);
    log.prepend_step(config(0.5));
    log.prepend_step(config(0.5));
    log.prepend_step(config(0.25));
    CHECK(log.earliest() == -3);
    CHECK(log.latest() == 0);
    CHECK(log.time_of(-2) == -1);
    CHECK(log.time_of(-3) == -1.25);
    CHECK(log.time_of(0) == 0);
    CHECK(log.config_of(last_force_of(-3)).parameters.timestep == 0.25);
    CHECK(log.config_of(first_force_of(-2)).parameters.timestep == 0.5);
    log.record_step(0, config(1));
    CHECK(log.time_of(1) == 1);

    log.forget_before(-1, "the reason");
    CHECK(log.earliest() == -1);
    CHECK(log.time_of(-1) == -0.5);
    CHECK(log.time_of(1) == 1);
    CHECK(log.rewind_limit_reason() == "the reason");
    log.end_rewind(1, 1, "another reason");
    CHECK(!log.has_step(0));
    CHECK(log.time_of(1) == 1);
}

TEST_CASE("after adopting the log of another run, the solver of that run's last step becomes the present solver") {
    RunLog log;
    log.restart(0, 0);
    log.record_step(0, config(1, 1, 3));
    log.record_step(1, config(1, 1, 5));
    log.renumber_solvers(5, 0, "direct");
    CHECK(log.config_of(first_force_of(0)).solver == -1);
    CHECK(log.config_of(first_force_of(1)).solver == 0);
    CHECK(log.config_of(first_force_of(1)).solver_name == "direct");
}

TEST_CASE("a step repeated with equal settings keeps later steps in the run log, even if the FMM tolerance differs") {
    RunLog log;
    log.restart(0, 0);
    for (long step = 0; step < 10; ++step) log.record_step(step, config(step < 6 ? 0.5 : 0.25));
    log.record_step(3, config(0.5, 2));
    log.record_last_force(3, 0, 3);
    CHECK(log.latest() == 10);
    CHECK(log.config_of(last_force_of(2)).tolerance_scale == 1);
    CHECK(log.config_of(first_force_of(3)).tolerance_scale == 2);
    CHECK(log.config_of(last_force_of(3)).tolerance_scale == 3);
    CHECK(log.config_of(first_force_of(4)).tolerance_scale == 1);
    CHECK(log.time_of(10) == 4);
    log.record_step(3, config(0.5));
    CHECK(log.changes().size() == 2);
}

TEST_CASE(
    "the run log keeps the settings of steps that cannot be undone, and computes times from the first undoable step") {
    RunLog log;
    log.restart(0, 0);
    for (long step = 0; step < 10; ++step) log.record_step(step, config(step < 4 ? 0.5 : 0.25));
    log.end_rewind(10, 3.5, "the reason");
    for (long step = 10; step < 12; ++step) log.record_step(step, config(0.25));
    CHECK(!log.has_step(9));
    CHECK(log.has_step(10));
    CHECK(log.time_of(12) == 4);
    const std::vector<SettingsChange> all = log.settings(0, 12);
    REQUIRE(all.size() == 2);
    CHECK(all[1].from.steps == 4);
    CHECK(all[1].from.time == 2);

    const RunLog part = log.undoable_part();
    CHECK(part.first() == 10);
    REQUIRE(part.changes().size() == 1);
    CHECK(part.changes().front().time_of == 10);
    CHECK(part.changes().front().time == 3.5);
    CHECK(part.time_of(12) == 4);
    CHECK(part.rewind_limit_reason() == "the reason");
}

TEST_CASE("RunLog::append_future() copies the later steps of a run from another run log") {
    RunLog path, log;
    path.restart(0, 0);
    log.restart(0, 0);
    for (long step = 0; step < 10; ++step) path.record_step(step, config(step < 7 ? 0.5 : 0.25));
    for (long step = 0; step < 5; ++step) log.record_step(step, config(0.5, 2));
    log.append_future(path);
    CHECK(log.latest() == 10);
    CHECK(log.time_of(10) == path.time_of(10));
    CHECK(log.settings(0, 10) == path.settings(0, 10));
    CHECK(log.config_of(first_force_of(4)).tolerance_scale == 2);
    CHECK(log.config_of(first_force_of(5)).tolerance_scale == 1);
}

TEST_CASE("the display pace is not part of the settings of a step") {
    CHECK(step_parameters({.steps_per_frame = 7, .time_per_second = 9}) == SimulationParameters{});
}

TEST_CASE("the integer range is 16 times the extent of the bodies, and its resolution is comparable to floats") {
    std::vector<Float4> positions, velocities;
    for (int i = 1; i <= 100; ++i) {
        positions.push_back({0.3f * static_cast<float>(i), -1, 2, 0.01f});
        velocities.push_back({0, 0.01f * static_cast<float>(i), 0, 0});
    }
    const FixedPoint format = choose_fixed_point(positions, velocities);
    CHECK(format.bits == 32);
    CHECK(format.position_range() == 512);  // the smallest power of two above 16 times the largest coordinate, 30
    // The fastest velocity is 1; the circular velocity sqrt(1 / 15) around mass 1 at the median distance 15 is smaller.
    CHECK(format.velocity_range() == 16);
    CHECK(format.position_unit() == 512 / 1073741824.0);
    const auto rows = to_integers(positions, velocities, format);
    REQUIRE(rows);
    std::int32_t x = 0;
    std::memcpy(&x, rows->positions.data() + 3 * 4 * 99, sizeof x);
    CHECK(x == std::lround(double{positions[99].x} / format.position_unit()));

    positions[5].x = 4e3f;  // One body moves far away.
    CHECK(choose_fixed_point(positions, velocities).bits == 64);
    CHECK(!to_integers(positions, velocities, format));
    positions[5].x = std::nanf("");
    CHECK(!to_integers(positions, velocities, choose_fixed_point(positions, velocities)));
    CHECK(choose_fixed_point({}, {}).bits == 64);
}
