// Predicted path of a galaxy among others, all treated as softened points: helps the user to aim a throw.
// Real galaxies follow it until they overlap and are slowed by dynamical friction.
#pragma once

#include <cstddef>
#include <vector>

#include "data/base/vector3.hpp"

namespace milkomeda {

// Plummer sphere in model units: half of the mass lies within 1.3 times the radius.
struct PointGalaxy {
    double mass = 0, radius = 0;
    Vector3 position{}, velocity{};
};

struct PredictedPath {
    std::vector<Vector3>
        // positions of the last galaxy relative to the heaviest other galaxy, shifted to that galaxy's
        // present position
        points;
    std::size_t about = 0;       // index of the heaviest other galaxy
    bool bound = false;          // Bound to the galaxy `about`.
    double nearest = 0;          // smallest distance to the galaxy `about`
    double time_of_nearest = 0;  // time from now to the smallest distance
};

// Integrates all galaxies for the model time `time` and returns the path of the last. Needs at least two
// galaxies.
PredictedPath predict_path(std::vector<PointGalaxy> galaxies, double time, double gravity = 1);

}  // namespace milkomeda
