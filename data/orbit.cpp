#include "data/orbit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "data/scene_galaxy.hpp"

namespace milkomeda {
namespace {

constexpr double radians_per_degree = std::numbers::pi / 180;

Vector3 vector3(const std::array<double, 3>& v) {
    return {v[0], v[1], v[2]};
}

// The second galaxy as seen from the first, before pericentre (Binney & Tremaine 2008, section 3.1).
std::pair<Vector3, Vector3> on_orbit(const SceneOrbit& orbit, double mass) {
    const double e = orbit.eccentricity, r = orbit.separation;
    const double parameter = orbit.pericentre * (1 + e), spin = std::sqrt(mass * parameter);
    const double cosine = e > 0 ? std::clamp((parameter / r - 1) / e, -1.0, 1.0) : 0;
    const double sine = -std::sqrt(1 - cosine * cosine);
    const double outwards = mass / spin * e * sine, around = spin / r;
    return {{r * cosine, r * sine, 0},
            {outwards * cosine - around * sine, outwards * sine + around * cosine, 0}};
}

// The spin of a disk whose plane the companion's orbit is inclined to, and whose line of nodes lies this far
// behind the companion's pericentre (at +x from the first galaxy, at -x from the second).
Vector3 spin_on_orbit(double inclination, double argument, bool second) {
    const double node = (second ? std::numbers::pi : 0) - argument;
    return {-std::sin(inclination) * std::sin(node), std::sin(inclination) * std::cos(node),
            std::cos(inclination)};
}

// The shortest turn that takes +z to the spin; about x where it is upside down (Rodrigues' formula).
std::array<Vector3, 3> turn_to(Vector3 spin) {
    const Vector3 s = (1 / length(spin)) * spin;
    if (s.z < -1 + 1e-12) return {{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
    const double k = 1 / (1 + s.z);
    return {{{1 - k * s.x * s.x, -k * s.x * s.y, s.x},
             {-k * s.x * s.y, 1 - k * s.y * s.y, s.y},
             {-s.x, -s.y, s.z}}};
}

GalaxyPlacement placement_of(const SceneGalaxy& galaxy, bool second) {
    GalaxyPlacement placement;
    placement.length_scale = galaxy.length_scale;
    placement.mass_scale = galaxy.mass_scale;
    placement.velocity_scale = std::sqrt(galaxy.mass_scale / galaxy.length_scale);  // virial theorem
    placement.centre = vector3(galaxy.position.value_or(std::array<double, 3>{}));
    placement.velocity = vector3(galaxy.velocity.value_or(std::array<double, 3>{}));
    if (galaxy.spin) placement.rotation = turn_to(vector3(*galaxy.spin));
    if (galaxy.inclination)
        placement.rotation = turn_to(spin_on_orbit(*galaxy.inclination * radians_per_degree,
                                                   galaxy.argument.value_or(0) * radians_per_degree, second));
    return placement;
}

// Each galaxy pulls as a Plummer sphere, which holds half its mass inside 1.305 radii.
Vector3 pull(const std::vector<Vector3>& centres, const std::vector<GalaxyContent>& galaxies,
             std::size_t on) {
    constexpr double half_mass_radius = 1.30477;
    Vector3 sum;
    for (std::size_t i = 0; i < centres.size(); ++i) {
        if (i == on) continue;
        const Vector3 d = centres[i] - centres[on];
        const double size = std::hypot(galaxies[i].half_mass_radius, galaxies[on].half_mass_radius);
        const double r2 = dot(d, d) + size * size / (half_mass_radius * half_mass_radius);
        sum = sum + galaxies[i].mass / (r2 * std::sqrt(r2)) * d;
    }
    return sum;
}

}  // namespace

std::vector<GalaxyPlacement> place_galaxies(const Scene& scene, const std::vector<double>& masses) {
    std::vector<GalaxyPlacement> placements;
    for (const SceneGalaxy& galaxy : scene.galaxies)
        placements.push_back(placement_of(galaxy, !placements.empty()));
    if (scene.orbit)
        std::tie(placements[1].centre, placements[1].velocity) =
            on_orbit(*scene.orbit, masses[0] + masses[1]);

    double all = 0;
    Vector3 centre, velocity;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        all += masses[i];
        centre = centre + masses[i] * placements[i].centre;
        velocity = velocity + masses[i] * placements[i].velocity;
    }
    for (GalaxyPlacement& placement : placements) {
        placement.centre = placement.centre - (1 / all) * centre;
        placement.velocity = placement.velocity - (1 / all) * velocity;
    }
    return placements;
}

std::vector<OrbitPoint> orbit_preview(const Scene& scene, std::size_t points) {
    const std::vector<GalaxyContent> galaxies = galaxy_contents(scene);
    std::vector<double> masses;
    for (const GalaxyContent& galaxy : galaxies) masses.push_back(galaxy.mass);
    std::vector<Vector3> centres, velocities;
    for (const GalaxyPlacement& placement : place_galaxies(scene, masses))
        centres.push_back(placement.centre), velocities.push_back(placement.velocity);

    constexpr int steps = 50;  // between two points
    const double between = scene.until / static_cast<double>(std::max<std::size_t>(points, 2) - 1);
    const double step = between / steps;
    const auto kick = [&] {
        for (std::size_t i = 0; i < centres.size(); ++i)
            velocities[i] = velocities[i] + step / 2 * pull(centres, galaxies, i);
    };
    std::vector<OrbitPoint> path{{0, centres}};
    while (path.size() < points) {
        for (int i = 0; i < steps; ++i) {  // leapfrog
            kick();
            for (std::size_t j = 0; j < centres.size(); ++j) centres[j] = centres[j] + step * velocities[j];
            kick();
        }
        path.push_back({static_cast<double>(path.size()) * between, centres});
    }
    return path;
}

}  // namespace milkomeda
