#include "app/playback/run_history.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace milkomeda;

namespace {

constexpr std::size_t size_of_key = 100;

DeviceSnapshot key(long steps) {
    return {.time = 0.02 * static_cast<double>(steps),
            .steps = steps,
            .parameters = {},
            .bytes = size_of_key,
            .columns = {}};
}

StepTime moment(long steps) { return {steps, 0.02 * static_cast<double>(steps)}; }

StepConfig config_with(double softening) {
    StepConfig config;
    config.parameters.softening = softening;
    config.parameters.timestep = 0.02;
    return config;
}

// This struct is a run history with the log of a run that computes nothing.
struct RecordedRun {
    RunLog log;
    RunHistory history{[this]() -> const RunLog& { return log; }};

    explicit RecordedRun(std::size_t keys_that_fit) {
        history.set_budget(keys_that_fit * size_of_key);
        history.begin(moment(0));
        history.keep(key(0));
    }

    // Records the steps `from` to `to` with the settings `by`, as a live run does.
    void advance(long from, long to, const StepConfig& by) {
        for (long steps = from; steps < to; ++steps) {
            history.prepare_step(moment(steps), by);
            log.record_step(steps, by);
            history.reached(moment(steps + 1));
            if ((steps + 1) % history.memory().interval == 0) history.keep(key(steps + 1));
        }
    }
};

std::vector<long> steps_of(const RunHistory& history) {
    std::vector<long> steps;
    for (const DeviceSnapshot* const key : history.keys()) steps.push_back(key->steps);
    return steps;
}

}  // namespace

TEST_CASE("key frames are thinned evenly when they fill their memory budget, and never exceed the budget") {
    RecordedRun run{10};
    RunHistory& history = run.history;
    for (long steps = 0; steps < 5000; steps += 50) {
        run.advance(steps, steps + 50, config_with(0.05));
        CHECK(history.memory().bytes <= history.memory().budget);
        CHECK(history.memory().count >= 4);
    }
    const std::vector<long> kept = steps_of(history);
    CHECK(kept.front() == 0);
    for (const long steps : kept) CHECK(steps % history.memory().interval == 0);
    for (std::size_t i = 1; i < kept.size(); ++i) CHECK(kept[i] - kept[i - 1] == history.memory().interval);
    CHECK(history.memory().interval == 512);
}

TEST_CASE("a run history that has not begun has no steps") {
    const RunLog log;
    const RunHistory history{[&]() -> const RunLog& { return log; }};
    CHECK_FALSE(history.has_future(0));
    CHECK_FALSE(history.settings_after(-1));
    CHECK(history.keys().empty());
}

TEST_CASE("a run history stores at most 10,000 separations of two galaxies, which suffice to find all passages") {
    const RunLog log;
    RunHistory history{[&]() -> const RunLog& { return log; }};
    history.begin(moment(0));
    for (int i = 0; i < 400'000; ++i) {
        const double time = 0.05 * i;
        history.note_separation({time, 1 + std::abs(std::cos(std::numbers::pi * time / 1000))});
    }
    const std::vector<Separation> separations = history.separations();
    CHECK(separations.size() <= 10'000);
    CHECK(separations.size() >= 4'000);
    CHECK(separations.back().time > 19'990);
    const std::vector<double> found = passages(separations);
    REQUIRE(found.size() == 20);
    for (std::size_t i = 0; i < found.size(); ++i)
        CHECK(found[i] == doctest::Approx(500 + 1000.0 * static_cast<double>(i)).epsilon(0.001).scale(0));
}

TEST_CASE("a smaller memory budget takes effect at once, and a budget of zero keeps no key frames") {
    RecordedRun run{1000};
    RunHistory& history = run.history;
    run.advance(0, 400, config_with(0.05));
    CHECK(history.memory().count == 51);
    history.set_budget(7 * size_of_key);
    CHECK(history.memory().count <= 7);
    CHECK(steps_of(history).front() == 0);
    history.set_budget(size_of_key);
    CHECK(steps_of(history) == std::vector<long>{0});
    history.set_budget(0);
    CHECK(history.memory().count == 0);
    CHECK(history.nearest(1) == nullptr);
    run.advance(400, 500, config_with(0.05));
    CHECK(history.memory().count == 0);
}

TEST_CASE("equal settings continue a branch; different settings start a new branch and keep the old branch") {
    RecordedRun run{1000};
    RunHistory& history = run.history;
    run.advance(0, 64, config_with(0.05));
    run.advance(16, 40, config_with(0.05));
    CHECK(history.branches().size() == 1);
    CHECK(history.end().steps == 64);
    CHECK(history.has_future(40));

    run.advance(40, 80, config_with(0.1));
    REQUIRE(history.branches().size() == 2);
    CHECK(history.departures() == 1);
    CHECK(history.present()->begin.steps == 40);
    CHECK(history.end().steps == 80);
    CHECK(history.branches().front()->end.steps == 64);
    CHECK(steps_of(history) == std::vector<long>{0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80});
    CHECK(history.settings_after(39)->parameters.softening == 0.05);
    CHECK(history.settings_after(40)->parameters.softening == 0.1);
    REQUIRE(history.changes().size() == 2);
    CHECK(history.changes()[1].from.steps == 40);

    // A run that returns to a step before the branch point and uses the settings of the old branch continues the old
    // branch.
    run.advance(24, 40, config_with(0.05));
    run.advance(40, 60, config_with(0.1));
    CHECK(history.branches().size() == 2);
    // The third branch leaves the first two branches before their branch point.
    run.advance(8, 30, config_with(0.2));
    CHECK(history.branches().size() == 3);
    CHECK(history.end().steps == 30);
    history.discard_others();
    CHECK(history.branches().size() == 2);
    CHECK(history.branches().front()->end.steps == 8);
    CHECK(steps_of(history) == std::vector<long>{0, 8, 16, 24});
}

TEST_CASE("in overwriting mode, a change of settings deletes the later steps of the old branch") {
    RecordedRun run{1000};
    RunHistory& history = run.history;
    run.advance(0, 64, config_with(0.05));
    history.overwrites = true;
    run.advance(20, 30, config_with(0.1));
    CHECK(history.branches().size() == 1);
    CHECK(history.end().steps == 30);
    CHECK(steps_of(history) == std::vector<long>{0, 8, 16, 24});
    CHECK(history.settings_after(19)->parameters.softening == 0.05);
    CHECK(history.settings_after(25)->parameters.softening == 0.1);
}

TEST_CASE("the run history finds the nearest key frame and the last key frame before a step or time") {
    RecordedRun run{1000};
    RunHistory& history = run.history;
    run.advance(0, 64, config_with(0.05));
    CHECK(history.nearest(0.02 * 13)->steps == 16);
    CHECK(history.nearest(0.02 * 11)->steps == 8);
    CHECK(history.nearest(99)->steps == 64);
    CHECK(history.at_or_before(15)->steps == 8);
    CHECK(history.at_or_before_time(0.02 * 16)->steps == 16);
    CHECK(history.at_or_before_time(-1) == nullptr);
}

TEST_CASE("a passage is a minimum of the distance, with clearly larger distances before and after the minimum") {
    std::vector<Separation> history;
    // Two passages occur on a shrinking orbit, at the times 10 and 30. After the time 36, the two centers wander within
    // a merged galaxy.
    for (double t = 0; t <= 36; t += 0.7)
        history.push_back({t, (20 - 0.4 * t) * std::abs(std::cos(std::numbers::pi * t / 20)) + 0.5});
    for (double t = 36.5; t < 60; t += 0.7) history.push_back({t, 0.05 + 0.04 * std::sin(7 * t)});
    const std::vector<double> found = passages(history);
    REQUIRE(found.size() >= 2);
    CHECK(found[0] == doctest::Approx(10).epsilon(0.01).scale(0));
    CHECK(found[1] == doctest::Approx(30).epsilon(0.01).scale(0));
    CHECK(found.size() == 2);

    // Passages in unobserved intervals are unknown. With few samples, the times of passages are less exact.
    std::vector<Separation> partly_observed = history, few_samples;
    std::erase_if(partly_observed, [](const Separation& s) { return s.time > 5 && s.time < 14; });
    const std::vector<double> seen = passages(partly_observed);
    CHECK(seen.size() == 1);
    CHECK(seen.back() == doctest::Approx(30).epsilon(0.01).scale(0));
    for (double t = 0; t <= 36; t += t < 8 ? 0.05 : 2)
        few_samples.push_back({t, (20 - 0.4 * t) * std::abs(std::cos(std::numbers::pi * t / 20)) + 0.5});
    const std::vector<double> rough_times = passages(few_samples);
    REQUIRE(rough_times.size() == 2);
    CHECK(rough_times[0] == doctest::Approx(10).epsilon(0.1).scale(0));
    CHECK(rough_times[1] == doctest::Approx(30).epsilon(0.1).scale(0));

    CHECK(passages({}).empty());
    // The distance has not begun to grow, so there is no passage.
    CHECK(passages({{0, 5}, {1, 4}, {2, 3}}).empty());
    // The passage was before the first sample, so its time is unknown.
    CHECK(passages({{0, 1}, {1, 2}, {2, 3}}).empty());
    CHECK(passages({{0, 5}, {1, 3}, {2, 1}, {3, 1}, {4, 4}}).size() == 1);
}

TEST_CASE("before its branch point, a branch uses the key frames of the branch that it leaves") {
    RecordedRun run{1000};
    RunHistory& history = run.history;
    run.advance(0, 40, config_with(0.05));
    const std::shared_ptr<RunHistory::Branch> first = history.present();
    run.log.forget_after(16);
    history.prepare_step(moment(16), config_with(0.5));
    REQUIRE(history.present() != first);
    run.advance(16, 40, config_with(0.5));
    const auto steps_at = [&](const RunHistory::Branch& branch, long steps) {
        const DeviceSnapshot* const found = key_frame_of(branch, moment(steps).time);
        return found ? found->steps : -1;
    };
    CHECK(steps_at(*first, 30) == 24);
    CHECK(steps_at(*history.present(), 30) == 24);
    CHECK(key_frame_of(*first, moment(30).time) != key_frame_of(*history.present(), moment(30).time));
    CHECK(key_frame_of(*first, moment(10).time) == key_frame_of(*history.present(), moment(10).time));
    CHECK(steps_at(*history.present(), 10) == 8);
    CHECK(steps_at(*history.present(), 1000) == 40);
    CHECK(steps_at(*first, -1) == -1);
}
