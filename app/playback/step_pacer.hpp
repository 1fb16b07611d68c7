// Pace of a run: play, pause, single steps, and the number of steps per frame to follow the wall clock.
#pragma once

#include <optional>

#include "compute/simulation/simulation.hpp"

namespace milkomeda {

class StepPacer {
  public:
    // Longest frame time at which the run keeps its pace. Below 25 frames per second the run slows down.
    static constexpr double longest_frame_seconds = 0.040;

    bool playing() const { return playing_; }
    bool moving() const { return playing_ || step_requested_; }
    void play(bool on);
    void request_step();  // completes the step in progress, or else computes one step; then pauses
    void reset() { *this = {}; }
    // Runs at full speed until the model time is `time`. Then the run plays at the normal pace, or pauses if it was
    // paused before run_to().
    void run_to(double time);
    std::optional<double> goal() const { return goal_; }
    void begin_at(double time) { last_time_ = time; }

    // Returns the limits for Simulation::advance() in this frame. `frame_seconds` is the duration of the last
    // frame, and `drawing_seconds` the time of this frame for all work except the simulation.
    FrameBudget budget(const SimulationParameters& parameters, double frame_seconds, double drawing_seconds);

    // Records that `steps` steps were completed and that the model time is now `time`. Pauses the run if these steps
    // have reached the model time `until`.
    void completed(long steps, double time, double until, const SimulationParameters& parameters);

    // Returns how many steps the next frame needs at least, if it is at most 10 % shorter than this frame.
    long certain(const SimulationParameters& parameters) const;

    // Records that the model time has changed by `time` in `seconds` of wall-clock time. budget() and completed() call
    // this function while the run does not play backward.
    void measure_pace(double seconds, double time);
    double pace_reached() const;  // model time per second, smoothed; negative while the run plays backward

  private:
    bool playing_ = true;
    bool step_requested_ = false;
    std::optional<double> goal_;  // target time of run_to(); empty outside of run_to()
    bool pauses_there_ = false;   // true if the run pauses when it reaches goal_
    double owed_ = 0;             // model time by which the run lags behind its pace; negative if it is ahead
    double frame_seconds_ = 0;    // duration of the last frame, at most longest_frame_seconds
    double pace_ = 0;             // model time per second, smoothed; 0 before the first measured window
    double last_time_ = 0;        // model time at the last call of completed()
    // wall-clock seconds and model time that have passed since pace_ last changed, or since play or pause
    double window_seconds_ = 0, window_time_ = 0;
};

}  // namespace milkomeda
