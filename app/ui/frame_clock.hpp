// Measures the wall-clock time of frames, with smoothed values for display.
#pragma once

#include <algorithm>
#include <ctime>
#include <utility>

#include "data/base/clock.hpp"

namespace milkomeda {

class FrameClock {
  public:
    void tick() {                       // must be called once a frame
        constexpr double weight = 0.1;  // weight of the newest frame in the exponentially smoothed duration
        const Clock::time_point now = Clock::now();
        seconds_ = std::chrono::duration<double>(now - std::exchange(last_, now)).count();
        const std::clock_t processor = std::clock();
        processor_seconds_ = double(processor - std::exchange(last_processor_, processor)) / CLOCKS_PER_SEC;
        if (number_ > 0) smooth_ = smooth_ == 0 ? seconds_ : (1 - weight) * smooth_ + weight * seconds_;
        drawing_ = (1 - weight) * drawing_ + weight * std::max(0.0, seconds_ - in_advance_);
        ++number_;
    }
    // Excludes the time since the last frame from the measurement, because the main loop was idle.
    void skip() { last_ = Clock::now(); }

    long number() const { return number_; }      // number of the current frame; the first frame has number 1
    double seconds() const { return seconds_; }  // duration of the last frame in seconds
    // exponentially smoothed frame duration in seconds; 0 before the second frame
    double smooth_seconds() const { return smooth_; }
    // CPU time of all threads during the last frame, in seconds
    double processor_seconds() const { return processor_seconds_; }
    double frames_per_second() const { return smooth_ > 0 ? 1 / smooth_ : 0; }

    // Must be called once a frame with the seconds that the simulation took in this frame.
    void note_advance(double seconds_in_advance) { in_advance_ = seconds_in_advance; }
    // exponentially smoothed frame duration minus the time of the simulation, in seconds
    double drawing_seconds() const { return drawing_; }

  private:
    Clock::time_point last_ = Clock::now();
    std::clock_t last_processor_ = std::clock();
    long number_ = 0;
    double processor_seconds_ = 0;
    double seconds_ = 0, smooth_ = 0, drawing_ = 0, in_advance_ = 0;
};

}  // namespace milkomeda
