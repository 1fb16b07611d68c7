#pragma once

#include <chrono>

namespace milkomeda {

// Time as it passes, which no change of the wall clock disturbs.
using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace milkomeda
