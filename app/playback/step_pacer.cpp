#include "app/playback/step_pacer.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

// The simulation gets at least a third as much time as drawing, even if drawing takes a whole frame.
constexpr double least_share_of_drawing = 1.0 / 3, least_compute_seconds = 0.004;
// During run_to() the simulation gets three times as much time as drawing, because fewer frames per second suffice.
constexpr double share_during_run_to = 3, longest_run_to_seconds = 0.15;
// Longest lag behind the wall clock that a run makes up for, so that the run does not rush after a stall.
constexpr double longest_lag_seconds = 0.1;
constexpr double pace_window_seconds = 0.5;  // time over which pace_reached() is averaged

}  // namespace

void StepPacer::play(bool on) {
    pace_ = window_seconds_ = window_time_ = 0;
    playing_ = on;
    step_requested_ = false;
    goal_.reset();
    owed_ = 0;
}

void StepPacer::request_step() {
    play(false);
    step_requested_ = true;
}

void StepPacer::run_to(double time) {
    const bool paused = !playing_;
    play(true);
    goal_ = time;
    pauses_there_ = paused;
}

void StepPacer::measure_pace(double seconds, double time) {
    window_seconds_ += seconds;
    window_time_ += time;
    if (window_seconds_ < pace_window_seconds) return;
    const double newest = window_time_ / window_seconds_;
    pace_ = pace_ == 0 ? newest : 0.5 * (pace_ + newest);
    window_seconds_ = window_time_ = 0;
}

// Before the first window is complete, returns the mean pace since play or pause.
double StepPacer::pace_reached() const {
    return pace_ == 0 && window_seconds_ > 0 ? window_time_ / window_seconds_ : pace_;
}

FrameBudget StepPacer::budget(const SimulationParameters& parameters, double frame_seconds, double drawing_seconds) {
    frame_seconds_ =
        std::min(frame_seconds, longest_frame_seconds);  // a longer frame is a stall; its excess is ignored
    measure_pace(frame_seconds, 0);
    const double seconds = std::max(
        {least_compute_seconds, least_share_of_drawing * drawing_seconds, longest_frame_seconds - drawing_seconds});
    if (step_requested_) return {seconds, 1};
    if (!playing_) return {0, 0};
    if (goal_) {
        const double most = std::min(share_during_run_to * drawing_seconds, longest_run_to_seconds);
        constexpr double rounding = 1e-6, most_steps = 1e9;
        const double steps = std::ceil((*goal_ - last_time_) / parameters.timestep - rounding);
        return {std::max(seconds, most), static_cast<long>(std::clamp(steps, 1.0, most_steps))};
    }
    if (parameters.steps_per_frame) return {seconds, *parameters.steps_per_frame};
    const double most_owed = std::max(parameters.timestep, longest_lag_seconds * parameters.time_per_second);
    owed_ = std::min(owed_ + parameters.time_per_second * frame_seconds, most_owed);
    return {seconds, std::max(0L, static_cast<long>(std::floor(owed_ / parameters.timestep)))};
}

long StepPacer::certain(const SimulationParameters& parameters) const {
    if (!playing_ || goal_ || parameters.steps_per_frame) return 0;
    const double owed = owed_ + 0.9 * frame_seconds_ * parameters.time_per_second;
    return static_cast<long>(std::floor(owed / parameters.timestep));
}

void StepPacer::completed(long steps, double time, double until, const SimulationParameters& parameters) {
    const bool by_clock = playing_ && !goal_ && !parameters.steps_per_frame;
    owed_ = by_clock ? owed_ - static_cast<double>(steps) * parameters.timestep : 0;
    measure_pace(0, static_cast<double>(steps) * parameters.timestep);
    if (steps > 0) step_requested_ = false;
    const double rounding = 1e-6 * parameters.timestep;
    if (goal_ && time >= *goal_ - rounding) play(!pauses_there_);
    if (playing_ && last_time_ < until - rounding && time >= until - rounding) play(false);
    last_time_ = time;
}

}  // namespace milkomeda
