// Decides how long the main loop waits for input if the picture does not change.
#pragma once

#include "data/base/time_budget.hpp"

namespace milkomeda {

class IdleThrottle {
  public:
    // Must be called after each frame. `changes`: true if the picture changed in the frame. `frame_seconds`: duration
    // of the frame. `processor_seconds`: processor time of all threads during the frame.
    void note(bool changes, double frame_seconds, double processor_seconds) {
        awake_seconds_ = changes ? settling_seconds : awake_seconds_ - frame_seconds;
        look_up_seconds_ = budget_.interval(processor_seconds);
    }
    void wake() { awake_seconds_ = settling_seconds; }

    // Longest wait for an event before the next frame, in seconds; 0 means no wait. The next frame is drawn even
    // without an event, because some changes, for example of an edited file, cause no event.
    double seconds() const { return awake_seconds_ > 0 ? 0 : look_up_seconds_; }

  private:
    // seconds after the last change in which the main loop does not wait, so that exposure can adapt, tooltips can
    // appear and threads can end
    static constexpr double settling_seconds = 2;

    // limits frames without changes to 1 % of the processor time
    TimeBudget budget_{{.share = 0.01, .shortest_interval = 1, .longest_interval = 10}};
    double awake_seconds_ = settling_seconds;
    double look_up_seconds_ = budget_.interval(0);
};

}  // namespace milkomeda
