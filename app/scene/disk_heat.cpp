#include "app/scene/disk_heat.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace milkomeda {
namespace {

constexpr float no_layer = -1;

glm::dvec3 place(const Float4& row) { return {row.x, row.y, row.z}; }

// Sums over the rows of a ring: squared heights, squared vertical velocities, and the number of rows.
struct Ring {
    double heights = 0, speeds = 0, rows = 0;
};

}  // namespace

DiskHeat disk_heat(const ParticleSet& particles, const Component& component, const glm::dvec3& center) {
    std::vector<float> ranks(component.count, no_layer);
    DiskHeat heat{std::make_shared<const std::vector<float>>(ranks)};
    if (component.name != "disk" || component.count == 0) return heat;
    const std::size_t first = component.first, end = first + component.count;
    glm::dvec3 drift{0};
    for (std::size_t row = first; row < end; ++row) drift += place(particles.velocities[row]);
    drift = drift / static_cast<double>(component.count);
    glm::dvec3 spin{0};
    double reach = 0;
    for (std::size_t row = first; row < end; ++row) {
        const glm::dvec3 from = place(particles.positions[row]) - center;
        spin += glm::cross(from, place(particles.velocities[row]) - drift);
        reach += glm::length(from);
    }
    reach /= static_cast<double>(component.count);
    if (!(glm::length(spin) > 0) || !(reach > 0)) return heat;
    heat.axis = spin / glm::length(spin);

    // Disks become thicker and slower outward, so each row is compared with the rows of its own ring.
    constexpr std::size_t rings = 16;
    std::array<Ring, rings> around{};
    const auto ring_of = [&](const glm::dvec3& from) {
        return std::min(static_cast<std::size_t>(glm::length(from) / reach * 4), rings - 1);
    };
    const auto height_and_speed = [&](std::size_t row) {
        return std::pair{glm::dot(place(particles.positions[row]) - center, heat.axis),
                         glm::dot(place(particles.velocities[row]) - drift, heat.axis)};
    };
    for (std::size_t row = first; row < end; ++row) {
        const auto [height, speed] = height_and_speed(row);
        Ring& ring = around[ring_of(place(particles.positions[row]) - center)];
        ring.heights += height * height;
        ring.speeds += speed * speed;
        ++ring.rows;
    }
    for (std::size_t row = first; row < end; ++row) {
        const Ring& ring = around[ring_of(place(particles.positions[row]) - center)];
        if (!(ring.heights > 0) || !(ring.speeds > 0)) continue;
        // Vertical energy in units of the ring's mean. For Gaussian heights and velocities (two degrees of
        // freedom), the share 1 - exp(-energy) of the rows has less energy.
        const auto [height, speed] = height_and_speed(row);
        const double energy = 0.5 * ring.rows * (height * height / ring.heights + speed * speed / ring.speeds);
        ranks[row - first] = static_cast<float>(-std::expm1(-energy));
    }
    heat.ranks = std::make_shared<const std::vector<float>>(std::move(ranks));
    return heat;
}

}  // namespace milkomeda
