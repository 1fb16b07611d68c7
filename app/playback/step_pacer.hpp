// Pace of a run: play, pause, single steps, and the number of steps that a frame must take to keep pace with
// the wall clock.
#pragma once

#include <optional>

#include "compute/simulation/simulation.hpp"

namespace milkomeda {

class StepPacer {
  public:
    // Below 25 frames per second the frame rate falls before the pace does.
    static constexpr double longest_frame_seconds = 0.040;

    bool playing() const { return playing_; }
    bool moving() const { return playing_ || step_requested_; }
    void play(bool on);
    void request_step();  // finishes the step under way or takes one step, then pauses
    void reset();         // for a new start: no steps are owed, and the run plays
    // Runs at full speed to this model time, then plays on, or pauses if the run was paused before.
    void run_to(double time);
    std::optional<double> goal() const { return goal_; }
    void begin_at(double time) { last_time_ = time; }

    // Returns the limits for Simulation::advance() in this frame. The last frame took `frame_seconds`;
    // drawing and everything else in this frame take `drawing_seconds`.
    FrameBudget budget(const SimulationParameters& parameters, double frame_seconds, double drawing_seconds);

    // Notes that `steps` steps were completed and that the model time is `time` now. Pauses once when the run
    // passes `until`.
    void completed(long steps, double time, double until, const SimulationParameters& parameters);

    // Number of steps that the next frame will take even if it is a little shorter than this frame.
    long certain(const SimulationParameters& parameters) const;

    double pace_reached() const { return pace_; }  // model time per second, smoothed

  private:
    bool playing_ = true;
    bool step_requested_ = false;
    std::optional<double> goal_;  // model time that run_to() is on the way to
    bool pauses_there_ = false;
    // model time that the run is behind its pace; negative after steps of go_ahead()
    double owed_ = 0;
    double frame_seconds_ = 0;  // duration of the last frame
    double pace_ = 0;
    double last_time_ = 0;
    double window_seconds_ = 0, window_time_ = 0;  // sums since the last update of pace_
};

}  // namespace milkomeda
