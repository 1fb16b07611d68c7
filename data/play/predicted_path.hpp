// The way that a galaxy will take among others, all taken as softened points: for an arrow to aim by.
// Galaxies are no points; they follow it until they overlap, and brake each other then.
#pragma once

#include <cstddef>
#include <vector>

#include "data/base/vector3.hpp"

namespace milkomeda {

// Plummer spheres: half of the mass is within 1.3 times the radius. Model units.
struct PointGalaxy {
    double mass = 0, radius = 0;
    Vector3 position{}, velocity{};
};

struct PredictedPath {
    std::vector<Vector3>
        points;                  // of the last galaxy, as seen from the heaviest other one, where that is now
    std::size_t about = 0;       // the index of that one
    bool bound = false;          // to it
    double nearest = 0;          // distance between both
    double time_of_nearest = 0;  // from now
};

// Follows all of them for this model time; the path is the last one's. Needs two galaxies at least.
PredictedPath predict_path(std::vector<PointGalaxy> galaxies, double time, double gravity = 1);

}  // namespace milkomeda
