// A star of a galaxy's disk to see the sky from, as the Sun is one of the Milky Way's.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "data/particles/particles.hpp"

namespace milkomeda {

inline constexpr double sun_radius = 2.05;  // 8.2 kpc from the center, model units

struct SkyObserver {
    std::size_t row;
    std::uint32_t id;  // of the star in its source
    // The galaxy's own axes as they are at the start: y to its north pole, -z to its center.
    glm::mat3 frame;
    std::string galaxy, other;  // its own, and the heaviest of the others, if there is one
};

// In the disk of the galaxy milky-way, else of the first galaxy that has one: the star nearest to the Sun's
// radius, to the plane, and to a circular orbit. Empty when there is no disk.
std::optional<SkyObserver> find_sky_observer(const ParticleSet& initial);

}  // namespace milkomeda
