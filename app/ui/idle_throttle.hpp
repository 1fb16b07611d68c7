// When the loop may rest: a picture in which nothing changes needs no new frames.
#pragma once

#include "data/base/time_budget.hpp"

namespace milkomeda {

class IdleThrottle {
  public:
    // After a frame that took so many seconds, and so many of all processors' time.
    void note(bool changes, double frame_seconds, double processor_seconds) {
        awake_seconds_ = changes ? settling_seconds : awake_seconds_ - frame_seconds;
        look_up_seconds_ = budget_.interval(processor_seconds);
    }
    void wake() { awake_seconds_ = settling_seconds; }

    // For how long the next frame may wait for something to happen; zero: not at all. It comes in the end,
    // for what nobody has told of, such as a file that was edited.
    double seconds() const { return awake_seconds_ > 0 ? 0 : look_up_seconds_; }

  private:
    static constexpr double settling_seconds = 2;  // the exposure follows, tooltips come, threads end

    // of the processor time
    TimeBudget budget_{{.share = 0.01, .shortest_interval = 1, .longest_interval = 10}};
    double awake_seconds_ = settling_seconds;
    double look_up_seconds_ = budget_.interval(0);
};

}  // namespace milkomeda
