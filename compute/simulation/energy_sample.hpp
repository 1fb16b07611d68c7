// The state of a run in host memory, with accelerations and potentials if they are known.
#pragma once

#include <memory>
#include <span>

#include "compute/simulation/energies.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// All columns belong to the model time `time`. The spans are valid while `memory` or its copy exists.
struct EnergySample {
    double time = 0;
    long steps = 0;
    std::span<const Float4> positions, velocities;
    double gravity = 1, softening = 0;  // gravitational constant and softening length of `fields`
    std::span<const Float4> fields;     // accelerations as x, y, z and potentials as w; empty if unknown
    std::shared_ptr<const void> memory;
};

// Returns the energies, summed in double precision. The potential energy is NaN if `state.fields` is empty.
Energies energies_of(const EnergySample& state);

// Seconds spent on sampling energies, and seconds spent on the steps of the run meanwhile.
struct MeasuringCost {
    double seconds = 0, step_seconds = 0;

    double share() const { return step_seconds > 0 ? seconds / step_seconds : 0; }
};

}  // namespace milkomeda
