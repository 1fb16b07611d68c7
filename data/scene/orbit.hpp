// Where galaxies start, and how they are turned.
#pragma once

#include <array>
#include <vector>

#include "data/base/vector3.hpp"
#include "data/scene/scene.hpp"

namespace milkomeda {

// How a galaxy of its model's size and orientation becomes one of the scene's.
struct GalaxyPlacement {
    double length_scale = 1, velocity_scale = 1, mass_scale = 1;
    std::array<Vector3, 3> rotation{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // rows
    Vector3 center, velocity;

    Vector3 rotated(Vector3 v) const {
        return {dot(rotation[0], v), dot(rotation[1], v), dot(rotation[2], v)};
    }
};

// The shortest turn that takes +z to the spin, whose length is not 0; about x where that is upside down.
// Rows.
std::array<Vector3, 3> rotation_to(Vector3 spin);

// Does single precision tell apart enough places in a galaxy of this radius there?
bool is_resolved(double radius, const Vector3& center);

// One for each galaxy, whose masses (scales included) are given; the center of mass rests at the origin.
std::vector<GalaxyPlacement> place_galaxies(const Scene& scene, const std::vector<double>& masses);

}  // namespace milkomeda
