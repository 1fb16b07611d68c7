#include "app/playback/mixed_run.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/cli/usage_error.hpp"
#include "app/io/progress.hpp"

namespace milkomeda {
MixedRun::MixedRun(MixedSimulation simulation, double until)
    : simulation_{std::move(simulation)}, until_{until}, device_{simulation_.device_name()} {
    transport_.begin_at(simulation_.status().time);
}

void MixedRun::step_back() {
    throw UsageError("particles in a box do not go back; r begins again");
}

void MixedRun::show(double moment) {
    if (moment < time()) step_back();
    head_for(moment);
}

void MixedRun::restart() {
    simulation_.reset();
    transport_.reset();
    kept_ = {};
    rows_have_moved_ = true;
}

// The transport counts displayed steps.
SimulationParameters MixedRun::by_steps(const SimulationParameters& parameters) const {
    SimulationParameters own = parameters;
    own.timestep = box().step_seconds();
    return own;
}

void MixedRun::advance(const SimulationParameters& parameters, const FrameTime& frame) {
    const SimulationParameters own = by_steps(parameters);
    FrameBudget budget = transport_.budget(own, frame.seconds, frame.busy_seconds);
    if (frame.one_step_only) budget.steps = std::min(budget.steps, 1L);
    const Clock::time_point begin = Clock::now();
    long steps = 0;
    while (budget.steps > steps || !simulation_.is_whole()) {
        rows_have_moved_ = true;
        const double left = budget.seconds - seconds_since(begin);
        if (!simulation_.advance(left)) break;  // the rest of the step comes with the next frame
        ++steps;
        if (left <= 0) break;
    }
    transport_.completed(steps, time(), until_, own);
    note_times();
}

// A film's frames are often shorter than a step or not a whole number of them: what is left over is owed.
bool MixedRun::advance_to_video_frame(double seconds, const SimulationParameters& parameters, const FrameTime&) {
    video_time_ = std::max(video_time_, time()) + parameters.time_per_second * seconds;
    if (video_time_ - time() > parameters.time_per_second * seconds + box().step_seconds())
        video_time_ = time();
    go_to(video_time_, parameters, {});
    note_times();
    return true;
}

long MixedRun::steps_to(double time) const {
    constexpr double rounding = 1e-6;  // of a step: times are sums of many
    return static_cast<long>(
        std::floor((time - simulation_.status().time) / box().step_seconds() + rounding));
}

void MixedRun::go_to(double time, const SimulationParameters&, const std::string& what) {
    const long steps = steps_to(time);
    std::optional<Progress> progress;
    if (!what.empty() && steps > 0) progress.emplace(what, "steps", static_cast<double>(steps));
    for (long done = 1; done <= steps; ++done) {
        simulation_.advance();
        if (progress) progress->update(static_cast<double>(done));
        rows_have_moved_ = true;
    }
}

void MixedRun::finish_step(const SimulationParameters&) {
    if (!simulation_.is_whole()) simulation_.advance();
}

Moment MixedRun::moment() {
    Moment moment{.time = time(), .rows_time = time(), .positions = {}, .velocities = {}};
    if (!std::exchange(rows_have_moved_, false)) return moment;
    const MixedSimulation::Rows rows = simulation_.show();
    moment.positions = rows.positions;
    moment.velocities = rows.velocities;
    return moment;
}

std::optional<std::size_t> MixedRun::add(const Vector3& place, double radius) {
    rows_have_moved_ = true;
    return simulation_.large().add(place, radius);
}

void MixedRun::remove(std::size_t row) {
    rows_have_moved_ = true;
    simulation_.large().remove(row);
}

// A row that is in use has another one, or the same since the run began again.
void MixedRun::put_back(std::size_t row, const LargeParticle& particle) {
    if (simulation_.large().rows()[row].is_used()) return;
    rows_have_moved_ = true;
    simulation_.large().put(row, particle);
}

// Means of a while are read more easily than those of a frame.
void MixedRun::note_times() {
    constexpr double readable = 0.5;  // seconds
    const MixedTimes newest = simulation_.take_times();
    sum_ = sum_ + newest;
    if (sum_.total < readable && times_.iterations > 0) return;
    if (sum_.iterations > 0) times_ = mean_of(sum_);
    if (sum_.total >= readable) sum_ = {};
}

SimulationStatus MixedRun::status() const {
    const MixedStatus now = simulation_.status();
    SimulationStatus status;
    status.tier = simulation_.tier();
    status.tier_reason = simulation_.tier_reason();
    status.device = device_;
    status.time = now.time;
    status.steps = now.steps;
    return status;
}

}  // namespace milkomeda
