// Bodies to time sums on: where they are does not matter to the speed.
#pragma once

#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Positions, with equal masses as in most blocks of a scene.
inline std::vector<Float4> timing_cloud(std::size_t bodies) {
    std::vector<Float4> cloud;
    cloud.reserve(bodies);
    const float mass = 1.0f / static_cast<float>(bodies);
    for (std::size_t i = 0; i < bodies; ++i)
        cloud.push_back(
            {static_cast<float>(i % 61), static_cast<float>(i % 67), static_cast<float>(i % 71), mass});
    return cloud;
}

}  // namespace milkomeda
