#include "app/platform/frame_clock.hpp"

#include <algorithm>

namespace milkomeda {

void FrameClock::tick() {
    constexpr double weight = 0.1;  // of the newest frame
    const Clock::time_point now = Clock::now();
    seconds_ = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (number_ > 0) smooth_ = smooth_ == 0 ? seconds_ : (1 - weight) * smooth_ + weight * seconds_;
    drawing_ = (1 - weight) * drawing_ + weight * std::max(0.0, seconds_ - in_advance_);
    history_[static_cast<std::size_t>(number_ % history_size)] = static_cast<float>(1e3 * seconds_);
    ++number_;
}

}  // namespace milkomeda
