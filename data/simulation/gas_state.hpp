// State of the gas of a run at the end of a step.
#pragma once

#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// One row for each particle of gas, in the order of their rows in the particle set. A run that continues from this
// state equals the original run bit for bit.
struct GasState {
    std::vector<Float4> conditions;  // internal energy, smoothing length, viscosity, divergence of the velocity
    std::vector<Float4> rates;       // acceleration by pressure, change of the internal energy
    std::vector<Float4> measures;    // density, pressure, signal speed, number of neighbors
    // Place of birth and fourth number of the velocity of young stars (data/particles/young_stars.hpp); 0 for gas. In
    // the rows of young stars, the other columns hold the last values of the gas. Stars that were born before the run
    // began have the place at the start of the run instead, and no values.
    std::vector<Float4> births;

    std::size_t size() const { return conditions.size(); }
};

// Sets the internal energies and densities in `particles` to those of the state, which must have a row for each
// particle of gas.
void set_gas(ParticleSet& particles, const GasState& state);
// Does the same for the bodies at the start of a run, but keeps the known energies, densities and smoothing lengths of
// the source `start`, so that a file is converted to a different format without loss.
void set_gas_at_start(ParticleSet& particles, const GasState& state, const ParticleSet& start);

}  // namespace milkomeda
