// State of a simulation in host memory.
#pragma once

#include <optional>
#include <vector>

#include "data/particles/particles.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/gas_state.hpp"
#include "data/simulation/integrator_state.hpp"

namespace milkomeda {

// A checkpoint remains valid after the device of the run is lost. If `memory` (the integrator state) is set, a run can
// continue from the checkpoint with bit-identical steps.
struct Checkpoint {
    double time = 0;
    long steps = 0;
    std::vector<Float4> positions, velocities;
    std::optional<IntegerRows> integers{};  // integer columns in reversible mode
    std::optional<IntegratorState> memory{};
    std::optional<GasState> gas{};  // empty if the run has no gas, or has not computed its state
};

}  // namespace milkomeda
