// Where galaxies start, how they are turned, and where they would go.
#pragma once

#include <array>
#include <vector>

#include "data/scene.hpp"
#include "data/vector3.hpp"

namespace milkomeda {

// How a galaxy of its model's size and orientation becomes one of the scene's.
struct GalaxyPlacement {
    double length_scale = 1, velocity_scale = 1, mass_scale = 1;
    std::array<Vector3, 3> rotation{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};  // rows
    Vector3 centre, velocity;

    Vector3 rotated(Vector3 v) const {
        return {dot(rotation[0], v), dot(rotation[1], v), dot(rotation[2], v)};
    }
};

// One for each galaxy, whose masses (scales included) are given; the centre of mass rests at the origin.
std::vector<GalaxyPlacement> place_galaxies(const Scene& scene, const std::vector<double>& masses);

struct OrbitPoint {
    double time;
    std::vector<Vector3> centres;  // of the galaxies
};

// The galaxies' way from the start to the scene's end, for a preview: each as one rigid sphere (Plummer's, as
// heavy and, to half its mass, as large as the galaxy), so that they are deflected as galaxies are but never
// merge. Points are evenly spaced in time. Throws as generate() does.
std::vector<OrbitPoint> orbit_preview(const Scene& scene, std::size_t points);

}  // namespace milkomeda
