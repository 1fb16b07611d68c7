// Chooses a star of a disk as the observer of the sky, like the Sun in the Milky Way.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "data/particles/particles.hpp"

namespace milkomeda {

inline constexpr double sun_radius = 2.05;  // 8.2 kpc from the center, model units

struct SkyObserver {
    std::size_t row;
    std::uint32_t id;  // id of the star in its source
    // Axes of the galaxy at the start: y to its north pole, -z to its center.
    glm::mat3 frame;
    // galaxy of the star, and the heaviest other galaxy (empty if there is no other galaxy)
    std::string galaxy, other;
};

// Returns a star in the disk of the galaxy milky-way, or else of the first galaxy with a disk: the star
// closest to the Sun's radius, to the midplane and to a circular orbit. Empty if there is no disk.
std::optional<SkyObserver> find_sky_observer(const ParticleSet& initial);

}  // namespace milkomeda
