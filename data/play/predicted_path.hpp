// Predicted path of a galaxy, which helps the user to aim when throwing a galaxy. All galaxies are treated as
// softened points. Real galaxies follow the path until they overlap and are slowed by dynamical friction.
#pragma once

#include <cstddef>
#include <glm/glm.hpp>
#include <vector>

namespace milkomeda {

// Galaxy as a Plummer sphere in model units; half of its mass is within 1.3 times the radius.
struct PointGalaxy {
    double mass = 0, radius = 0;
    glm::dvec3 position{0}, velocity{0};
};

struct PredictedPath {
    // future positions of the last galaxy relative to the galaxy `about`, plus the present position of `about`
    std::vector<glm::dvec3> points;
    std::size_t about = 0;       // index of the heaviest of all other galaxies
    bool bound = false;          // true if the galaxy whose path is predicted is bound to the galaxy `about`
    double nearest = 0;          // smallest distance to the galaxy `about`
    double time_of_nearest = 0;  // model time from now until the smallest distance is reached
};

// Integrates the motion of at least two galaxies for the model time `time`. Returns the path of the last galaxy in the
// list.
PredictedPath predict_path(std::vector<PointGalaxy> galaxies, double time, double gravity = 1);

}  // namespace milkomeda
