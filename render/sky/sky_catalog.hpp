// What lies behind galaxies and before them, in every direction: far galaxies and near stars, drawn by lot
// from a seed.
#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace milkomeda {

// As the attributes of shaders/sky/sky.vert have it.
struct SkyObject {
    glm::vec3 direction{0, 0, 1};  // in the world
    float size = 0;                // radians: the radius that holds half a galaxy's light; 0 for stars
    glm::vec3 light{1};    // surface brightness, model units: of a galaxy at that radius, of a star's middle
    float axis_ratio = 1;  // of a galaxy's ellipse
    glm::vec3 along{0, 1, 0};  // the direction of its major axis, across `direction`
    float concentration = 1;   // exponential disks have 1, ellipticals more
};

std::vector<SkyObject> far_galaxies();
std::vector<SkyObject> near_stars();

}  // namespace milkomeda
