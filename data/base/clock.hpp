#pragma once

#include <chrono>

namespace milkomeda {

// Monotonic clock, which changes of the system time do not affect.
using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// Returns the time `seconds` from now.
inline Clock::time_point time_in(double seconds) {
    return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace milkomeda
