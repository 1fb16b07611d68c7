#include "app/playback/mixed_run.hpp"

#include <algorithm>
#include <cmath>

#include "app/cli/usage_error.hpp"
#include "app/io/progress.hpp"

namespace milkomeda {

std::optional<std::size_t> LiveBox::add(const glm::dvec3& place, double radius) {
    note_rows_change();
    return simulation_.large().add(place, radius);
}

void LiveBox::remove(std::size_t row) {
    note_rows_change();
    simulation_.large().remove(row);
}

void LiveBox::put_back(std::size_t row, const LargeParticle& particle) {
    if (simulation_.large().rows()[row].is_used()) return;
    note_rows_change();
    simulation_.large().put(row, particle);
}

void LiveBox::update_times() {
    constexpr double window_seconds = 0.5;  // the times of single frames would change too fast to be read
    sum_ = sum_ + simulation_.take_times();
    if (sum_.total < window_seconds && times_.iterations > 0) return;
    if (sum_.iterations > 0) times_ = mean_of(sum_);
    if (sum_.total >= window_seconds) sum_ = {};
}

MixedRun::MixedRun(MixedSimulation simulation, double until)
    : box_{std::move(simulation)}, until_{until}, device_{box_.simulation().device_name()} {
    pacer_.begin_at(model_time());
}

TransportState MixedRun::state() const {
    const double now = model_time();
    return {.playing = pacer_.playing(),
            .moving = pacer_.moving(),
            .time = now,
            .goal = pacer_.goal(),
            .first_time = now,
            .last_time = now,
            .pace_reached = pacer_.pace_reached()};
}

TransportLimits MixedRun::limits() const {
    const std::string forward_only = "a box of mixed particles cannot go back in time; press r to restart the run";
    return {.step_back = forward_only, .play_backward = forward_only, .next_branch = forward_only};
}

void MixedRun::step_back() { throw UsageError(limits().step_back); }

void MixedRun::show_nearest(double time) {
    if (time < model_time()) step_back();
    run_to(time);
}

void MixedRun::restart() {
    box_.simulation().reset();
    pacer_.reset();
    box_.note_rows_change();
}

// Returns `parameters` with the displayed step of the box as timestep, for the pacer.
SimulationParameters MixedRun::with_step_of_box(const SimulationParameters& parameters) const {
    SimulationParameters with_step = parameters;
    with_step.timestep = box_.box().step_seconds();
    return with_step;
}

void MixedRun::advance(const SimulationParameters& parameters, const FrameTime& frame) {
    const SimulationParameters own = with_step_of_box(parameters);
    FrameBudget budget = pacer_.budget(own, frame.seconds, frame.busy_seconds);
    if (frame.one_step_only) budget.steps = std::min(budget.steps, 1L);
    const Clock::time_point begin = Clock::now();
    long steps = 0;
    while (budget.steps > steps || !box_.simulation().is_whole()) {
        box_.note_rows_change();
        const double left = budget.seconds - seconds_since(begin);
        if (!box_.simulation().advance(left)) break;  // The step is incomplete; the next frame continues it.
        ++steps;
        if (left <= 0) break;
    }
    pacer_.completed(steps, model_time(), until_, own);
    box_.update_times();
}

// Computes the steps that end at or before the video frame. Because a frame need not last a whole number of
// steps, the remaining time is added to the next frame.
bool MixedRun::advance_to_video_frame(double seconds, const SimulationParameters& parameters, const FrameTime&) {
    video_time_ = std::max(video_time_, model_time()) + parameters.time_per_second * seconds;
    if (video_time_ - model_time() > parameters.time_per_second * seconds + box_.box().step_seconds())
        video_time_ = model_time();
    go_to(video_time_, parameters, {});
    box_.update_times();
    return true;
}

long MixedRun::steps_to(double time) const {
    constexpr double rounding = 1e-6;  // tolerance as a share of a step, for the rounding errors of many steps
    return static_cast<long>(std::floor((time - box_.status().time) / box_.box().step_seconds() + rounding));
}

void MixedRun::go_to(double time, const SimulationParameters&, const std::string& title) {
    const long steps = steps_to(time);
    std::optional<Progress> progress;
    if (!title.empty() && steps > 0) progress.emplace(title, "steps", static_cast<double>(steps));
    for (long done = 1; done <= steps; ++done) {
        box_.simulation().advance();
        if (progress) progress->update(static_cast<double>(done));
        box_.note_rows_change();
    }
}

void MixedRun::finish_step(const SimulationParameters&) {
    if (!box_.simulation().is_whole()) box_.simulation().advance();
}

Moment MixedRun::moment() {
    if (!box_.take_rows_change()) return {model_time(), model_time(), 0, {}, {}};
    const MixedSimulation::Rows rows = box_.simulation().show();
    return {model_time(), model_time(), 0, rows.positions, rows.velocities};
}

SimulationStatus MixedRun::status() const {
    const MixedStatus now = box_.status();
    SimulationStatus status;
    status.tier = box_.simulation().tier();
    status.tier_reason = box_.simulation().tier_reason();
    status.device = device_;
    status.time = now.time;
    status.steps = now.steps;
    return status;
}

}  // namespace milkomeda
