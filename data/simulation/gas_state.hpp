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

    std::size_t size() const { return conditions.size(); }
};

}  // namespace milkomeda
