// The state of a run at one time in host memory, with the accelerations and potentials of the bodies.
#pragma once

#include <limits>
#include <memory>
#include <span>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Energies of all bodies in model units.
struct Energies {
    double kinetic = 0, potential = 0;
    double heat = 0;  // internal energy of adiabatic gas; 0 for other gas, which does not keep its heat

    double total() const { return kinetic + potential + heat; }
};

// The gas of a sampled state.
struct GasSample {
    // internal energy of all gas in model units; NaN if unknown, or if gas moves like stars
    double internal_energy = std::numeric_limits<double>::quiet_NaN();
    bool is_adiabatic = false;
    bool forms_stars = true;
    int substeps = 0;  // of the last step
};

// State of the bodies at one time. The spans are valid while `memory` or a copy of `memory` exists.
struct EnergySample {
    double time = 0;
    long steps = 0;
    std::span<const Float4> positions, velocities;
    double gravity = 1, softening = 0;  // gravitational constant and softening length with which `fields` was computed
    std::span<const Float4> fields;     // accelerations as x, y, z and potentials as w; empty if unknown
    std::shared_ptr<const void> memory;
    GasSample gas{};
};

// Returns the energies, summed in double precision. The potential energy is NaN if `state.fields` is empty.
Energies energies_of(const EnergySample& state);

// The cost of sampling energies: seconds spent on samples, and seconds spent on the steps of the run since sampling
// began.
struct MeasuringCost {
    double seconds = 0, step_seconds = 0;

    double share() const { return step_seconds > 0 ? seconds / step_seconds : 0; }
};

}  // namespace milkomeda
