#include "app/scene/sky_observer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <vector>

#include "data/particles/structure.hpp"

namespace milkomeda {
namespace {

// Returns the disk of the Milky Way, or else the first disk; null if there is no disk.
const Component* find_disk(const ParticleSet& particles) {
    const Component* found = nullptr;
    for (const Component& component : particles.components)
        if (component.name == "disk" && component.count > 0) {
            if (component.galaxy == "milky-way") return &component;
            if (found == nullptr) found = &component;
        }
    return found;
}

// Returns the galaxy with the largest mass besides `galaxy`; an empty text if there is no other galaxy.
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
    const glm::dvec3 direction = center_of_galaxy(particles, galaxy) - from;
    return glm::length(direction) > 0 ? std::optional{direction} : std::nullopt;
}

// Returns the difference between the galactic longitude of `direction` and 121.2 degrees, in radians. Seen from
// the north, longitude increases counterclockwise from the galactic center.
double longitude_error(const glm::dvec3& direction, const glm::dvec3& outwards, const glm::dvec3& north) {
    const double longitude =
        std::atan2(glm::dot(direction, glm::cross(outwards, north)), -glm::dot(direction, outwards));
    return std::remainder(longitude - 121.2 * std::numbers::pi / 180, 2 * std::numbers::pi);
}

}  // namespace

std::optional<SkyObserver> find_sky_observer(const ParticleSet& initial) {
    const Component* const disk = find_disk(initial);
    if (disk == nullptr) return std::nullopt;
    const std::size_t end = disk->first + disk->count;
    const glm::dvec3 center = center_of_galaxy(initial, disk->galaxy);
    glm::dvec3 drift{0}, spin{0};
    for (std::size_t i = disk->first; i < end; ++i) drift += vector_of(initial.velocities[i]);
    drift /= static_cast<double>(disk->count);
    for (std::size_t i = disk->first; i < end; ++i)
        spin += glm::cross(vector_of(initial.positions[i]) - center, vector_of(initial.velocities[i]) - drift);
    if (glm::length(spin) == 0) spin = {0, 0, -1};
    // The Milky Way rotates clockwise when seen from the north galactic pole.
    const glm::dvec3 north = -glm::normalize(spin);

    const std::optional<glm::dvec3> andromeda = direction_to(initial, "andromeda", center);
    // The observer is the star most similar to the Sun, with the least sum of squared differences. The units of the
    // differences are 2 % of the radius, 200 pc of height, 10 % of the circular speed, and one radian of Andromeda's
    // galactic longitude (seen from the Sun: 121.2 degrees).
    double least = std::numeric_limits<double>::infinity();
    const std::string other = heaviest_besides(disk->galaxy, initial);
    SkyObserver observer{};
    for (std::size_t i = disk->first; i < end; ++i) {
        const glm::dvec3 position = vector_of(initial.positions[i]) - center,
                         velocity = vector_of(initial.velocities[i]) - drift;
        const double height = glm::dot(position, north);
        const glm::dvec3 across = position - height * north;
        const double radius = glm::length(across);
        if (radius == 0) continue;
        const glm::dvec3 outwards = across / radius;
        const double circular = glm::dot(velocity, glm::cross(outwards, north));
        const double peculiar = std::hypot(glm::dot(velocity, outwards), glm::dot(velocity, north));
        const double unlike = std::pow((radius / sun_radius - 1) / 0.02, 2) + std::pow(height / 0.05, 2) +
                              std::pow(peculiar / (0.1 * std::max(circular, 1e-3)), 2);
        const double turned = andromeda ? longitude_error(*andromeda, outwards, north) : 0;
        if (unlike + turned * turned < least) {
            least = unlike + turned * turned;
            observer = {i, initial.ids[i], glm::mat3{glm::cross(north, outwards), north, outwards}, disk->galaxy,
                        other};
        }
    }
    return observer;
}

}  // namespace milkomeda
