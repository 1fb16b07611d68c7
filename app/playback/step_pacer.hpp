// Play, pause, single steps, and the pace: how many steps a frame owes to the clock on the wall.
#pragma once

#include <optional>

#include "compute/simulation/simulation.hpp"

namespace milkomeda {

class StepPacer {
  public:
    // Above 25 frames per second the pace comes before frames.
    static constexpr double longest_frame_seconds = 0.040;

    bool playing() const { return playing_; }
    bool moving() const { return playing_ || step_requested_; }
    void play(bool on);
    void request_step();  // finishes the step under way, or does one; pauses
    void reset();         // a new start: nothing is owed, and it plays
    // As fast as it can until this model time; then it plays on, or pauses if it did so before.
    void run_to(double time);
    std::optional<double> goal() const { return goal_; }
    void begin_at(double time) { last_time_ = time; }

    // Says how far Simulation::advance() may go in a frame: the last one took `frame_seconds`, and of this
    // one drawing and everything else takes `drawing_seconds`.
    FrameBudget budget(const SimulationParameters& parameters, double frame_seconds, double drawing_seconds);

    // `steps` were completed and the model time is now `time`; pauses once when it passes `until`.
    void completed(long steps, double time, double until, const SimulationParameters& parameters);

    // So many steps the next frame owes, also if it is a little shorter than this one.
    long certain(const SimulationParameters& parameters) const;

    double pace_reached() const { return pace_; }  // model time per second, smoothed

  private:
    bool playing_ = true;
    bool step_requested_ = false;
    std::optional<double> goal_;  // model time
    bool pauses_there_ = false;
    double owed_ = 0;           // model time; less than nothing where steps were taken ahead
    double frame_seconds_ = 0;  // of the last one
    double pace_ = 0;
    double last_time_ = 0;
    double window_seconds_ = 0, window_time_ = 0;  // since pace_ was last updated
};

}  // namespace milkomeda
