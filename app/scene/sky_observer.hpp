// Chooses a star of a disk from which the sky is seen, as from the Sun in the Milky Way.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "data/particles/particles.hpp"

namespace milkomeda {

inline constexpr double sun_radius = 2.05;  // model units (8.2 kpc): distance of the Sun from the center

struct SkyObserver {
    std::size_t row;
    std::uint32_t id;  // id of the star in its source
    // Axes of the star's galaxy at the start: y points to the north pole, -z to the center.
    glm::mat3 frame;
    // galaxy of the star, and the heaviest other galaxy (empty if the star's galaxy is the only galaxy)
    std::string galaxy, other;
};

// Returns a star in the disk of the galaxy milky-way, or else of the first galaxy with a disk. It is the star
// most similar to the Sun in radius, height above the midplane and circular motion. Empty without a disk.
std::optional<SkyObserver> find_sky_observer(const ParticleSet& initial);

}  // namespace milkomeda
