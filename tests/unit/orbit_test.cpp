#include "data/scene/orbit.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace milkomeda;

namespace {

// Returns a scene of two galaxies on an orbit with these elements. The galaxies have the masses 3 and 1.
Scene pair(double eccentricity, double pericenter, double separation) {
    Scene scene;
    scene.galaxies.resize(2);
    scene.orbit = SceneOrbit{eccentricity, pericenter, separation};
    return scene;
}
const std::vector<double> masses{3, 1};

glm::dvec3 spin_of(const GalaxyPlacement& placement) { return placement.rotation * glm::dvec3{0, 0, 1}; }

}  // namespace

TEST_CASE("placed galaxies have the energy, angular momentum and center of mass of their requested orbit") {
    for (const auto& [e, q, r] : {std::tuple{1.0, 2.0, 14.0}, {0.6, 2.0, 7.0}, {1.5, 2.0, 30.0}, {0.0, 4.0, 4.0}}) {
        CAPTURE(e);
        const auto placed = place_galaxies(pair(e, q, r), masses);
        CHECK(glm::length(3.0 * placed[0].center + placed[1].center) < 1e-12);
        CHECK(glm::length(3.0 * placed[0].velocity + placed[1].velocity) < 1e-12);
        const glm::dvec3 x = placed[1].center - placed[0].center, v = placed[1].velocity - placed[0].velocity;
        CHECK(glm::length(x) == doctest::Approx(r));
        // A negative product of position and velocity means that the galaxies approach each other.
        CHECK(glm::dot(x, v) <= 1e-12);
        // For M = 4, the orbital energy is -M (1 - e) / 2 q, and the angular momentum about +z is sqrt(M q (1 + e)).
        CHECK(glm::dot(v, v) / 2 - 4 / r == doctest::Approx(-4 * (1 - e) / (2 * q)).epsilon(1e-9).scale(1));
        CHECK(glm::cross(x, v).z == doctest::Approx(std::sqrt(4 * q * (1 + e))));
        // The eccentricity vector is along +x, the direction from the first to the second galaxy at pericenter.
        const glm::dvec3 l = glm::cross(x, v);
        const glm::dvec3 ecc = (1.0 / 4) * glm::cross(v, l) - (1 / r) * x;
        CHECK(glm::length(ecc - glm::dvec3{e, 0, 0}) < 1e-9);
    }
}

TEST_CASE("inclination and argument of a galaxy orient its disk as defined by Toomre & Toomre") {
    Scene scene = pair(1, 1, 10);
    scene.galaxies[0].inclination = 0;
    scene.galaxies[1].inclination = 180;
    auto placed = place_galaxies(scene, masses);
    // In a direct encounter, the spin is parallel to the orbital angular momentum.
    CHECK(glm::length(spin_of(placed[0]) - glm::dvec3{0, 0, 1}) < 1e-12);
    // In a retrograde encounter, the spin is opposite to the orbital angular momentum.
    CHECK(glm::length(spin_of(placed[1]) - glm::dvec3{0, 0, -1}) < 1e-12);

    // The companion crosses the plane of the disk upward at the node, which lies `argument` degrees before the
    // companion's pericenter.
    for (const double argument : {0.0, 90.0, -30.0}) {
        CAPTURE(argument);
        scene.galaxies[0].inclination = scene.galaxies[1].inclination = 60;
        scene.galaxies[0].argument = scene.galaxies[1].argument = argument;
        placed = place_galaxies(scene, masses);
        const double radians = argument * std::acos(-1) / 180;
        const glm::dvec3 node{std::cos(-radians), std::sin(-radians), 0};
        const glm::dvec3 along_orbit{-node.y, node.x, 0};
        CHECK(spin_of(placed[0]).z == doctest::Approx(0.5));
        CHECK(std::abs(glm::dot(spin_of(placed[0]), node)) < 1e-12);
        CHECK(glm::dot(spin_of(placed[0]), along_orbit) > 0.8);
        // Seen from the second galaxy, the pericenter of the first galaxy is in the opposite direction.
        CHECK(std::abs(glm::dot(spin_of(placed[1]), node)) < 1e-12);
        CHECK(glm::dot(spin_of(placed[1]), along_orbit) < -0.8);
    }
}

TEST_CASE("a spin vector of any length orients its galaxy by a pure rotation") {
    Scene scene;
    for (const std::array<double, 3> spin : {std::array{0.0, 0.0, 5.0}, {0.0, 0.0, -1.0}, {1.0, 2.0, -2.0}}) {
        scene.galaxies = {SceneGalaxy{}};
        scene.galaxies[0].spin = spin;
        const GalaxyPlacement placed = place_galaxies(scene, {1})[0];
        const glm::dvec3 s{spin[0], spin[1], spin[2]};
        CHECK(glm::length(spin_of(placed) - (1 / glm::length(s)) * s) < 1e-12);
        const glm::dvec3 x = placed.rotation * glm::dvec3{1, 0, 0}, y = placed.rotation * glm::dvec3{0, 1, 0};
        CHECK(glm::length(glm::cross(x, y) - spin_of(placed)) < 1e-12);
        CHECK(glm::length(x) == doctest::Approx(1));
    }
}

TEST_CASE("scaling a galaxy's length and mass scales its velocities so that the galaxy stays in equilibrium") {
    Scene scene;
    scene.galaxies.resize(1);
    scene.galaxies[0].length_scale = 2;
    scene.galaxies[0].mass_scale = 18;
    const GalaxyPlacement placed = place_galaxies(scene, {18})[0];
    CHECK(placed.velocity_scale == doctest::Approx(3));  // In equilibrium, v^2 is proportional to M / r.
}
