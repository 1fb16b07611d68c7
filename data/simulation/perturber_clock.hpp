// Where perturbers are in steps of their own, whose lengths follow from integers alone
// (compute/perturbers/perturber_orbits.hpp).
#pragma once

#include <cstdint>

namespace milkomeda {

// What changes with every such step.
struct PerturberPace {
    std::int64_t since = 0;    // the time since the last one ended
    std::int64_t density = 0;  // of the next ones: how many there are in a time

    bool operator==(const PerturberPace&) const = default;
};

// The pace begins anew where it does not suit the orbits any more.
struct PerturberRestart {
    int number = 0;             // the first, second, ... one of a run; 0: it has not begun yet
    std::int64_t shortest = 0;  // no step is shorter from then on
    PerturberPace before{};     // what the last pace ended with, for the way back

    bool operator==(const PerturberRestart&) const = default;
};

struct PerturberClock {
    PerturberRestart restart;  // the last one
    PerturberPace pace;

    bool operator==(const PerturberClock&) const = default;
};

}  // namespace milkomeda
