// A simulation's state where no device holds it.
#pragma once

#include <optional>
#include <vector>

#include "data/particles/particles.hpp"
#include "data/simulation/fixed_point.hpp"
#include "data/simulation/integrator_state.hpp"

namespace milkomeda {

// Positions and velocities of one time, in host memory, for when the device is lost; and, where a run is to
// go on bit for bit, what else it has.
struct Checkpoint {
    double time = 0;
    long steps = 0;
    std::vector<Float4> positions, velocities;
    std::optional<IntegerRows> integers{};  // of Integrator::reversible: the rows are made from them
    std::optional<IntegratorState> memory{};
};

}  // namespace milkomeda
