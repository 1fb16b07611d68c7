// Random catalog of far galaxies and foreground stars in all directions; a fixed seed makes the catalog reproducible.
#pragma once

#include <glm/glm.hpp>
#include <vector>

namespace milkomeda {

// A galaxy or star, with the layout of the vertex attributes of shaders/sky/sky.vert.
struct SkyObject {
    glm::vec3 direction{0, 0, 1};  // unit vector from the observer to the object, in world coordinates
    float size = 0;                // half-light radius of a galaxy in radians; 0 for stars
    // surface brightness in model units: at the half-light radius of a galaxy, at the center of a star
    glm::vec3 light{1};
    float axis_ratio = 1;      // ratio of the minor to the major axis of a galaxy
    glm::vec3 along{0, 1, 0};  // direction of a galaxy's major axis, perpendicular to `direction`
    float concentration = 1;   // Sersic index: 1 for exponential disks, larger for elliptical galaxies
};

std::vector<SkyObject> far_galaxies();
std::vector<SkyObject> near_stars();

}  // namespace milkomeda
