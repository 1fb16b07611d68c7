// State of the perturber steps. Perturbers take steps of their own, whose durations are computed by integer arithmetic
// only (compute/perturbers/perturber_orbits.hpp).
#pragma once

#include <cstdint>

namespace milkomeda {

// Values that change with every perturber step. Times are in ticks: integer multiples of a power of two of model time,
// which PerturberOrbits chooses.
struct PerturberPace {
    std::int64_t since = 0;    // duration in ticks since the end of the last whole perturber step
    std::int64_t density = 0;  // number of perturber steps per unit of time, in units that PerturberOrbits defines

    bool operator==(const PerturberPace&) const = default;
};

// A restart of the pace. The pace is restarted when its density no longer suits the orbits.
struct PerturberRestart {
    // number of the restart in the run, counted from 1; 0 before the first restart
    int number = 0;
    std::int64_t shortest = 0;  // shortest duration of the following perturber steps, in ticks
    PerturberPace before{};     // pace before the restart, needed to undo it

    bool operator==(const PerturberRestart&) const = default;
};

struct PerturberClock {
    PerturberRestart restart;  // most recent restart
    PerturberPace pace;

    bool operator==(const PerturberClock&) const = default;
};

}  // namespace milkomeda
