// State of the perturber steps. Perturbers take steps of their own, whose durations are computed by integer arithmetic
// only (compute/perturbers/perturber_orbits.hpp).
#pragma once

#include <cstdint>

namespace milkomeda {

// Values that change with every perturber step. Times are in ticks; PerturberOrbits chooses the duration of a tick, a
// power of two in model time.
struct PerturberPace {
    std::int64_t since = 0;    // duration in ticks of the partial step since the last complete perturber step
    std::int64_t density = 0;  // number of perturber steps per unit of time, in units that PerturberOrbits defines

    bool operator==(const PerturberPace&) const = default;
};

// Restart of the perturber pace: PerturberPace::density gets the value that the closest pairs require, and `shortest`
// gets a new value. A restart takes place when the present density or limit differs too much from the required value.
struct PerturberRestart {
    // number of the restart in the run, counted from 1; 0 before the first restart
    int number = 0;
    std::int64_t shortest = 0;  // smallest allowed duration of the following perturber steps, in ticks
    PerturberPace before{};     // pace before the restart, needed to undo the restart

    bool operator==(const PerturberRestart&) const = default;
};

struct PerturberClock {
    PerturberRestart restart;  // most recent restart
    PerturberPace pace;

    bool operator==(const PerturberClock&) const = default;
};

}  // namespace milkomeda
