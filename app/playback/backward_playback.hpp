// Backward playback of a run: undoes steps if possible, and otherwise shows the key frames in reverse order.
#pragma once

#include <optional>

#include "app/playback/branching_run.hpp"
#include "app/playback/source_interfaces.hpp"

namespace milkomeda {

class BackwardPlayback {
  public:
    explicit BackwardPlayback(BranchingRun& run) : run_{run} {}

    bool is_playing() const { return cursor_.has_value(); }
    // Begins to play backward at the present pace. With `last_step`, undoes steps at full speed and stops at this
    // step index.
    void begin(std::optional<long> last_step = {});
    void end_at(long step) { last_step_ = step; }
    // Stops at once. Returns the model time of the picture; empty if the run did not play backward.
    std::optional<double> stop();
    // Begins to undo steps at full speed until the run is at `time`. Returns false without a change if there is a key
    // frame before this time, or if the steps cannot be undone.
    bool undo_to(double time);

    // Goes back by one frame of the window, or by `video_seconds` of a video. Returns true when the bodies have reached
    // the frame. At the start of the run, playback stops, or begins again at the last key frame if `loops` is true.
    // Throws NonFiniteState.
    bool advance(const SimulationParameters& parameters, const FrameTime& frame, bool loops,
                 std::optional<double> video_seconds);

  private:
    bool can_undo() const { return run_.undo_limit() || !run_.simulation().is_between_steps(); }
    bool undo_steps(double seconds, const SimulationParameters& parameters, const FrameTime& frame, bool loops);
    bool undo_to_video_frame(double seconds, const SimulationParameters& parameters, const FrameTime& frame,
                             bool loops);
    long undo(long most_steps, const SimulationParameters& parameters, const FrameTime& frame);
    bool show_keys(double seconds, const SimulationParameters& parameters, bool loops);

    BranchingRun& run_;
    std::optional<double> cursor_;   // model time of the picture during backward playback; empty otherwise
    std::optional<long> last_step_;  // step index at which backward playback ends
    double owed_ = 0;                // model time by which backward playback lags behind its pace
};

}  // namespace milkomeda
