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
    constexpr double window_seconds = 0.5;  // averages over shorter times would change too fast
    sum_ = sum_ + simulation_.take_times();
    if (sum_.total < window_seconds && times_.iterations > 0) return;
    if (sum_.iterations > 0) times_ = mean_of(sum_);
    if (sum_.total >= window_seconds) sum_ = {};
}

MixedRun::MixedRun(MixedSimulation simulation, double until) : box_{std::move(simulation)}, until_{until} {
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

void MixedRun::advance(const SimulationParameters& parameters, const FrameTime& frame) {
    SimulationParameters own = parameters;
    own.timestep = box_.box().step_seconds();  // For the pacer, a timestep is a displayed step of the box.
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

void MixedRun::go_to(double time, const SimulationParameters&, const std::string& title) {
    constexpr double rounding = 1e-6;  // tolerance as a share of a step: times have rounding errors
    const auto steps = static_cast<long>(std::floor((time - model_time()) / box_.box().step_seconds() + rounding));
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
    const DeviceContext& device_context = box_.simulation().device_context();
    const MixedStatus now = box_.status();
    return {.tier = device_context.tier,
            .tier_reason = device_context.reason,
            .device = device_context.device->name,
            .time = now.time,
            .steps = now.steps};
}

}  // namespace milkomeda
