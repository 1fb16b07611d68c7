// A run's state with all that can be said of it, in host memory.
#pragma once

#include <memory>
#include <span>

#include "compute/simulation/energies.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Of one time. Rows stay where they are for as long as somebody holds `memory`.
struct EnergySample {
    double time = 0;
    long steps = 0;
    std::span<const Float4> positions, velocities;
    double gravity = 1, softening = 0;  // of the fields
    std::span<const Float4> fields;     // accelerations, and potentials in w; none where none are computed
    std::shared_ptr<const void> memory;
};

// Summed in double; without fields the potential energy is NaN.
Energies energies_of(const EnergySample& state);

// What measuring has cost, and what it went along with.
struct MeasuringCost {
    double seconds = 0, step_seconds = 0;

    double share() const { return step_seconds > 0 ? seconds / step_seconds : 0; }
};

}  // namespace milkomeda
