#include "app/ui/frame_clock.hpp"

#include <algorithm>
#include <utility>

namespace milkomeda {

void FrameClock::tick() {
    constexpr double weight = 0.1;  // weight of the newest frame in the exponentially smoothed duration
    const Clock::time_point now = Clock::now();
    seconds_ = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    const std::clock_t processor = std::clock();
    processor_seconds_ = double(processor - std::exchange(last_processor_, processor)) / CLOCKS_PER_SEC;
    if (number_ > 0) smooth_ = smooth_ == 0 ? seconds_ : (1 - weight) * smooth_ + weight * seconds_;
    drawing_ = (1 - weight) * drawing_ + weight * std::max(0.0, seconds_ - in_advance_);
    ++number_;
}

}  // namespace milkomeda
