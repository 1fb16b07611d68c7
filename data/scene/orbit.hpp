// Initial positions and orientations of galaxies.
#pragma once

#include <glm/glm.hpp>
#include <vector>

#include "data/scene/scene.hpp"

namespace milkomeda {

// Transformation from a galaxy's model frame to the scene.
struct GalaxyPlacement {
    double length_scale = 1, velocity_scale = 1, mass_scale = 1;
    glm::dmat3 rotation{1};
    glm::dvec3 center{0}, velocity{0};
};

// Returns the smallest rotation that turns +z to the direction of `spin`, which must be nonzero.
// If this direction is -z, the rotation is about x.
glm::dmat3 rotation_to(glm::dvec3 spin);

// Returns true if single precision resolves a galaxy of radius `radius` centered at `center`.
bool is_resolved(double radius, const glm::dvec3& center);

// Returns one placement per galaxy. `masses` are the galaxies' masses including scale factors. The common
// center of mass rests at the origin.
std::vector<GalaxyPlacement> place_galaxies(const Scene& scene, const std::vector<double>& masses);

}  // namespace milkomeda
