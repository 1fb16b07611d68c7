#include "app/playback/backward_playback.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/playback/step_pacer.hpp"

namespace milkomeda {

void BackwardPlayback::begin(std::optional<long> last_step) {
    cursor_ = run_.simulation().drawn_time() + run_.picture.ahead;
    last_step_ = last_step;
    owed_ = 0;
}

std::optional<double> BackwardPlayback::stop() {
    last_step_.reset();
    return std::exchange(cursor_, std::nullopt);
}

bool BackwardPlayback::undo_to(double time) {
    constexpr double rounding = BranchingRun::time_rounding;
    const std::optional<double> first = run_.undo_limit();
    if (!first || time < *first - rounding || time > run_.now().time - rounding) return false;
    if (run_.history().at_or_before_time(time + rounding)) return false;
    // Finds the first step index at or after `time` by bisection.
    long step = run_.simulation().rewind().step;
    for (long end = run_.now().steps; step < end;) {
        const long middle = step + (end - step) / 2;
        if (run_.simulation().log().time_of(middle) < time - rounding)
            step = middle + 1;
        else
            end = middle;
    }
    begin(step);
    ++run_.picture.jumps;
    return true;
}

bool BackwardPlayback::advance(const SimulationParameters& parameters, const FrameTime& frame, bool loops,
                               std::optional<double> video_seconds) {
    constexpr double longest_seconds = 0.1;  // longest frame that counts, so that a stall causes no jump in time
    const double seconds = video_seconds.value_or(std::min(frame.seconds, longest_seconds));
    if (!can_undo()) return show_keys(seconds, parameters, loops);
    if (video_seconds && !last_step_) return undo_to_video_frame(seconds, parameters, frame, loops);
    return undo_steps(seconds, parameters, frame, loops);
}

// Undoes at most `most_steps` steps in the time that the frame has left. Returns the number of undone steps.
long BackwardPlayback::undo(long most_steps, const SimulationParameters& parameters, const FrameTime& frame) {
    constexpr double least_seconds = 0.004;
    const double seconds = std::max(least_seconds, StepPacer::longest_frame_seconds - frame.busy_seconds);
    const long undone = run_.go_back(parameters, {seconds, most_steps});
    cursor_ = run_.simulation().drawn_time();
    return undone;
}

bool BackwardPlayback::undo_steps(double seconds, const SimulationParameters& parameters, const FrameTime& frame,
                                  bool loops) {
    const Simulation& simulation = run_.simulation();
    const double timestep = run_.timestep_after(run_.now().steps - 1, parameters.timestep);
    owed_ =
        std::min(owed_ + parameters.time_per_second * seconds, std::max(timestep, 0.1 * parameters.time_per_second));
    long steps = last_step_ ? run_.now().steps - *last_step_ : static_cast<long>(owed_ / timestep);
    if (!simulation.is_between_steps()) steps = std::max(steps, 1L);
    owed_ = std::max(0.0, owed_ - static_cast<double>(undo(steps, parameters, frame)) * timestep);
    run_.picture.ahead = 0;
    if (!simulation.is_between_steps()) return false;
    const bool arrived = last_step_ && run_.now().steps <= *last_step_;
    const bool at_start = !run_.undo_limit() && run_.now().steps <= run_.history().start().steps;
    if (arrived || (at_start && !loops)) stop();
    return true;
}

bool BackwardPlayback::undo_to_video_frame(double seconds, const SimulationParameters& parameters,
                                           const FrameTime& frame, bool loops) {
    const Simulation& simulation = run_.simulation();
    PictureState& picture = run_.picture;
    std::optional<double>& goal = picture.video_goal;
    const double first = simulation.rewind().time;
    if (!goal) goal = std::max(first, run_.now().time + picture.ahead - parameters.time_per_second * seconds);
    const auto is_there = [&] {
        return simulation.is_between_steps() && run_.now().time <= *goal + BranchingRun::time_rounding;
    };
    if (!is_there()) {
        const double timestep = run_.timestep_after(run_.now().steps - 1, parameters.timestep);
        const double left = (run_.now().time - *goal) / timestep - 1e-6;
        undo(std::max(1L, static_cast<long>(std::ceil(left))), parameters, frame);
    }
    if (!is_there() && can_undo()) return false;
    picture.ahead = std::max(0.0, *goal - run_.now().time);
    cursor_ = run_.now().time + picture.ahead;
    goal.reset();
    if (!run_.undo_limit() && !loops) stop();
    return true;
}

// Shows the key frames in reverse order. Between two key frames, the bodies move on straight lines.
bool BackwardPlayback::show_keys(double seconds, const SimulationParameters& parameters, bool loops) {
    *cursor_ -= parameters.time_per_second * seconds;
    std::vector<const DeviceSnapshot*> keys = run_.history().keys();
    if (keys.empty()) return true;
    if (*cursor_ <= keys.front()->time) {
        run_.go_to(*keys.front());
        stop();
        keys = run_.history().keys();  // go_to() may have dropped key frames
        if (!loops || keys.empty()) return true;
        cursor_ = keys.back()->time;
    }
    const auto key = std::ranges::find_if(keys, [&](const DeviceSnapshot* k) { return k->time >= *cursor_; });
    run_.go_to(key == keys.end() ? *keys.back() : **key);
    run_.picture.ahead = std::min(0.0, *cursor_ - run_.now().time);
    return true;
}

}  // namespace milkomeda
