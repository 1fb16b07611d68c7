#include "app/scene/sky_observer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include "data/particles/structure.hpp"

namespace milkomeda {
namespace {

glm::dvec3 vec3(const Float4& row) { return {row.x, row.y, row.z}; }

const Component* disk_to_sit_in(const ParticleSet& particles) {
    const Component* found = nullptr;
    for (const Component& component : particles.components)
        if (component.name == "disk" && component.count > 0) {
            if (component.galaxy == "milky-way") return &component;
            if (found == nullptr) found = &component;
        }
    return found;
}

std::string heaviest_besides(const std::string& galaxy, const ParticleSet& particles) {
    std::map<std::string, double> masses;
    for (const Component& component : particles.components)
        if (!component.galaxy.empty() && component.galaxy != galaxy) masses[component.galaxy] += component.mass;
    const auto heaviest = std::ranges::max_element(masses, {}, [](const auto& entry) { return entry.second; });
    return heaviest == masses.end() ? std::string{} : heaviest->first;
}

std::optional<glm::dvec3> direction_to(const ParticleSet& particles, const std::string& galaxy,
                                       const glm::dvec3& from) {
    const std::vector<std::string> names = galaxies(particles);
    if (std::ranges::find(names, galaxy) == names.end()) return std::nullopt;
    const glm::dvec3 there = center_of_galaxy(particles, galaxy);
    const glm::dvec3 way = glm::dvec3{there.x, there.y, there.z} - from;
    return glm::length(way) > 0 ? std::optional{way} : std::nullopt;
}

// Returns by how much the galactic longitude of direction `way` differs from 121.2 degrees, in radians. Seen
// from the north, longitude increases counterclockwise from the galactic center.
double astray_in_longitude(const glm::dvec3& way, const glm::dvec3& outwards, const glm::dvec3& north) {
    const double longitude = std::atan2(glm::dot(way, glm::cross(outwards, north)), -glm::dot(way, outwards));
    return std::remainder(longitude - 121.2 * std::numbers::pi / 180, 2 * std::numbers::pi);
}

}  // namespace

std::optional<SkyObserver> find_sky_observer(const ParticleSet& initial) {
    const Component* const disk = disk_to_sit_in(initial);
    if (disk == nullptr) return std::nullopt;
    const std::size_t end = disk->first + disk->count;
    const glm::dvec3 center = center_of_galaxy(initial, disk->galaxy);
    glm::dvec3 drift{0}, spin{0};
    for (std::size_t i = disk->first; i < end; ++i) drift += vec3(initial.velocities[i]);
    drift /= static_cast<double>(disk->count);
    for (std::size_t i = disk->first; i < end; ++i)
        spin += glm::cross(vec3(initial.positions[i]) - center, vec3(initial.velocities[i]) - drift);
    if (glm::length(spin) == 0) spin = {0, 0, -1};
    // The Milky Way rotates clockwise when seen from the north galactic pole.
    const glm::dvec3 north = -glm::normalize(spin);

    const std::optional<glm::dvec3> andromeda = direction_to(initial, "andromeda", center);
    // Find the star most similar to the Sun: the least sum of squared differences. Their units are 2 % of the
    // radius, 200 pc of height, 10 % of the circular speed, and one radian of Andromeda's galactic longitude,
    // which is 121.2 degrees at the Sun.
    double least = std::numeric_limits<double>::infinity();
    const std::string other = heaviest_besides(disk->galaxy, initial);
    SkyObserver seat{};
    for (std::size_t i = disk->first; i < end; ++i) {
        const glm::dvec3 place = vec3(initial.positions[i]) - center, velocity = vec3(initial.velocities[i]) - drift;
        const double height = glm::dot(place, north);
        const glm::dvec3 across = place - height * north;
        const double radius = glm::length(across);
        if (radius == 0) continue;
        const glm::dvec3 outwards = across / radius;
        const double round = glm::dot(velocity, glm::cross(outwards, north));
        const double astray = std::hypot(glm::dot(velocity, outwards), glm::dot(velocity, north));
        const double unlike = std::pow((radius / sun_radius - 1) / 0.02, 2) + std::pow(height / 0.05, 2) +
                              std::pow(astray / (0.1 * std::max(round, 1e-3)), 2);
        const double turned = andromeda ? astray_in_longitude(*andromeda, outwards, north) : 0;
        if (unlike + turned * turned < least) {
            least = unlike + turned * turned;
            seat = {i, initial.ids[i], glm::mat3{glm::cross(north, outwards), north, outwards}, disk->galaxy, other};
        }
    }
    return seat;
}

}  // namespace milkomeda
