#pragma once

#include <chrono>

namespace milkomeda {

// Monotonic clock: changes of the system time do not affect it.
using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace milkomeda
