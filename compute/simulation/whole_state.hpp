// What a run can go on from.
#pragma once

#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Positions and velocities of one time, in host memory, for when the device is lost.
struct WholeState {
    double time = 0;
    long steps = 0;
    std::vector<Float4> positions, velocities;
};

}  // namespace milkomeda
