// State of a simulation in host memory.
#pragma once

#include <optional>
#include <vector>

#include "data/particles/particles.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/integrator_state.hpp"

namespace milkomeda {

// A checkpoint outlives its device. With `memory` a run continues from it bit for bit.
struct Checkpoint {
    double time = 0;
    long steps = 0;
    std::vector<Float4> positions, velocities;
    std::optional<IntegerRows> integers{};  // in reversible mode; the rows follow from them
    std::optional<IntegratorState> memory{};
};

}  // namespace milkomeda
