// Initial positions and orientations of galaxies.
#pragma once

#include <array>
#include <vector>

#include "data/base/vector3.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// Transformation from a galaxy's model frame to the scene.
struct GalaxyPlacement {
    double length_scale = 1, velocity_scale = 1, mass_scale = 1;
    std::array<Vector3, 3> rotation{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // rows of the rotation matrix
    Vector3 center, velocity;

    Vector3 rotated(Vector3 v) const { return {dot(rotation[0], v), dot(rotation[1], v), dot(rotation[2], v)}; }
};

// Returns the rows of the smallest rotation that turns +z to the direction of `spin`, which must be nonzero.
// If this direction is -z, the rotation is about x.
std::array<Vector3, 3> rotation_to(Vector3 spin);

// Returns true if single precision resolves a galaxy of radius `radius` centered at `center`.
bool is_resolved(double radius, const Vector3& center);

// Returns one placement per galaxy. `masses` are the galaxies' masses including scale factors. The common
// center of mass rests at the origin.
std::vector<GalaxyPlacement> place_galaxies(const Scene& scene, const std::vector<double>& masses);

}  // namespace milkomeda
