// State of a run in host memory, with accelerations and potentials if they are known.
#pragma once

#include <memory>
#include <span>

#include "compute/simulation/energies.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// All rows belong to `time`. The spans are valid while `memory` or a copy of it exists.
struct EnergySample {
    double time = 0;
    long steps = 0;
    std::span<const Float4> positions, velocities;
    double gravity = 1, softening = 0;  // with which `fields` were computed
    std::span<const Float4> fields;     // accelerations, with potentials in w; empty if unknown
    std::shared_ptr<const void> memory;
};

// Sums in double precision. The potential energy is NaN if the state has no fields.
Energies energies_of(const EnergySample& state);

// Seconds spent on sampling energies, and seconds of the steps beside it.
struct MeasuringCost {
    double seconds = 0, step_seconds = 0;

    double share() const { return step_seconds > 0 ? seconds / step_seconds : 0; }
};

}  // namespace milkomeda
