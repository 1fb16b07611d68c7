// Wall-clock time of frames, smoothed for people.
#pragma once

#include <ctime>

#include "data/base/clock.hpp"

namespace milkomeda {

class FrameClock {
  public:
    void tick();                           // once a frame
    void skip() { last_ = Clock::now(); }  // what was waited since the last one does not count

    long number() const { return number_; }                          // of this frame, from 1
    double seconds() const { return seconds_; }                      // the last frame took
    double smooth_seconds() const { return smooth_; }                // 0 before the second frame
    double processor_seconds() const { return processor_seconds_; }  // the last frame took, of all threads
    double frames_per_second() const { return smooth_ > 0 ? 1 / smooth_ : 0; }

    // The part of a frame that was not spent on the simulation, smoothed.
    void note_advance(double seconds_in_advance) { in_advance_ = seconds_in_advance; }
    double drawing_seconds() const { return drawing_; }

  private:
    Clock::time_point last_ = Clock::now();
    std::clock_t last_processor_ = std::clock();
    long number_ = 0;
    double processor_seconds_ = 0;
    double seconds_ = 0, smooth_ = 0, drawing_ = 0, in_advance_ = 0;
};

}  // namespace milkomeda
