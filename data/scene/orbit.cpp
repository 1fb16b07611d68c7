#include "data/scene/orbit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

namespace milkomeda {
namespace {

constexpr double radians_per_degree = std::numbers::pi / 180;

// Returns position and velocity of the second galaxy relative to the first, before pericenter (Binney &
// Tremaine 2008, section 3.1).
std::pair<glm::dvec3, glm::dvec3> on_orbit(const SceneOrbit& orbit, double mass) {
    const double e = orbit.eccentricity, r = orbit.separation;
    const double parameter = orbit.pericenter * (1 + e), spin = std::sqrt(mass * parameter);
    const double cosine = e > 0 ? std::clamp((parameter / r - 1) / e, -1.0, 1.0) : 0;
    const double sine = -std::sqrt(1 - cosine * cosine);
    const double outwards = mass / spin * e * sine, around = spin / r;
    return {{r * cosine, r * sine, 0}, {outwards * cosine - around * sine, outwards * sine + around * cosine, 0}};
}

// Returns the spin direction of a disk with the inclination `inclination` to the companion's orbit. The angles are in
// radians. The disk's line of nodes is at the angle `argument` before the companion's pericenter, in the sense of the
// orbital motion. The companion's pericenter is in the direction +x from the first galaxy and -x from the second
// galaxy.
glm::dvec3 spin_on_orbit(double inclination, double argument, bool second) {
    const double node = (second ? std::numbers::pi : 0) - argument;
    return {-std::sin(inclination) * std::sin(node), std::sin(inclination) * std::cos(node), std::cos(inclination)};
}

GalaxyPlacement placement_of(const SceneGalaxy& galaxy, bool second) {
    GalaxyPlacement placement;
    placement.length_scale = galaxy.length_scale;
    placement.mass_scale = galaxy.mass_scale;
    // the virial theorem gives the factor on velocities
    placement.velocity_scale = std::sqrt(galaxy.mass_scale / galaxy.length_scale);
    placement.center = vector_of(galaxy.position);
    placement.velocity = vector_of(galaxy.velocity);
    if (galaxy.spin) placement.rotation = rotation_to(vector_of(galaxy.spin));
    if (galaxy.inclination)
        placement.rotation = rotation_to(spin_on_orbit(*galaxy.inclination * radians_per_degree,
                                                       galaxy.argument.value_or(0) * radians_per_degree, second));
    return placement;
}

}  // namespace

// Uses Rodrigues' rotation formula.
glm::dmat3 rotation_to(glm::dvec3 spin) {
    const glm::dvec3 s = (1 / glm::length(spin)) * spin;
    if (s.z < -1 + 1e-12) return {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    const double k = 1 / (1 + s.z);
    return {{1 - k * s.x * s.x, -k * s.x * s.y, -s.x}, {-k * s.x * s.y, 1 - k * s.y * s.y, -s.y}, s};
}

// Returns true if the radius spans at least 1000 representable positions. Rounding then moves no body by more than a
// thousandth of the radius, which is below the resolution of profiles and softening.
bool is_resolved(double radius, const glm::dvec3& center) {
    constexpr double places = 1000;
    const double farthest = std::max({std::abs(center.x), std::abs(center.y), std::abs(center.z)});
    return radius >= places * farthest * std::numeric_limits<float>::epsilon();
}

std::vector<GalaxyPlacement> place_galaxies(const Scene& scene, const std::vector<double>& masses) {
    std::vector<GalaxyPlacement> placements;
    for (const SceneGalaxy& galaxy : scene.galaxies) placements.push_back(placement_of(galaxy, !placements.empty()));
    if (scene.orbit)
        std::tie(placements[1].center, placements[1].velocity) = on_orbit(*scene.orbit, masses[0] + masses[1]);

    double all = 0;
    glm::dvec3 center{0}, velocity{0};
    for (std::size_t i = 0; i < masses.size(); ++i) {
        all += masses[i];
        center += masses[i] * placements[i].center;
        velocity += masses[i] * placements[i].velocity;
    }
    for (GalaxyPlacement& placement : placements) {
        placement.center -= (1 / all) * center;
        placement.velocity -= (1 / all) * velocity;
    }
    return placements;
}

}  // namespace milkomeda
