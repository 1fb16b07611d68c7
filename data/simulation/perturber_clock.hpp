// State of the perturbers' individual steps, whose lengths are computed by integer arithmetic only
// (compute/perturbers/perturber_orbits.hpp).
#pragma once

#include <cstdint>

namespace milkomeda {

// Values that change with every perturber step.
struct PerturberPace {
    std::int64_t since = 0;    // time since the end of the last perturber step
    std::int64_t density = 0;  // step density: number of perturber steps per unit of time

    bool operator==(const PerturberPace&) const = default;
};

// A restart of the pace, which is done when the pace no longer suits the orbits.
struct PerturberRestart {
    // number of the restart in the run, counted from 1; 0 before the first restart
    int number = 0;
    std::int64_t shortest = 0;  // shortest length of the following perturber steps
    PerturberPace before{};     // pace before the restart, needed to undo it

    bool operator==(const PerturberRestart&) const = default;
};

struct PerturberClock {
    PerturberRestart restart;  // most recent restart
    PerturberPace pace;

    bool operator==(const PerturberClock&) const = default;
};

}  // namespace milkomeda
