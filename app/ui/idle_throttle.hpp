// Decides when the loop may wait: a picture in which nothing changes needs no new frames.
#pragma once

#include "data/base/time_budget.hpp"

namespace milkomeda {

class IdleThrottle {
  public:
    // Call after each frame with its duration and its processor time of all threads, in seconds.
    void note(bool changes, double frame_seconds, double processor_seconds) {
        awake_seconds_ = changes ? settling_seconds : awake_seconds_ - frame_seconds;
        look_up_seconds_ = budget_.interval(processor_seconds);
    }
    void wake() { awake_seconds_ = settling_seconds; }

    // Longest time that the next frame may wait for an event; 0 means no wait. The frame is drawn even
    // without an event, because some changes cause none, such as an edited file.
    double seconds() const { return awake_seconds_ > 0 ? 0 : look_up_seconds_; }

  private:
    // time in which the exposure adapts, tooltips appear and threads end
    static constexpr double settling_seconds = 2;
    static constexpr double share_of_processor = 0.01;
    static constexpr double shortest_seconds = 1, longest_seconds = 10;

    // of the processor time
    TimeBudget budget_{{.share = 0.01, .shortest_interval = 1, .longest_interval = 10}};
    double awake_seconds_ = settling_seconds;
    double look_up_seconds_ = budget_.interval(0);
};

}  // namespace milkomeda
