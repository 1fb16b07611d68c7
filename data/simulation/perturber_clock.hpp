// State of the perturbers' own steps, whose lengths are computed from integers alone
// (compute/perturbers/perturber_orbits.hpp).
#pragma once

#include <cstdint>

namespace milkomeda {

// Changes with every perturber step.
struct PerturberPace {
    std::int64_t since = 0;    // time since the end of the last step
    std::int64_t density = 0;  // step density: number of the next steps per time

    bool operator==(const PerturberPace&) const = default;
};

// The pace is restarted when it no longer suits the orbits.
struct PerturberRestart {
    int number = 0;             // number of the restart within the run, from 1; 0: not started
    std::int64_t shortest = 0;  // minimum length of the following steps
    PerturberPace before{};     // pace before the restart, needed to undo it

    bool operator==(const PerturberRestart&) const = default;
};

struct PerturberClock {
    PerturberRestart restart;  // the last restart
    PerturberPace pace;

    bool operator==(const PerturberClock&) const = default;
};

}  // namespace milkomeda
