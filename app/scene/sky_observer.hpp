// Chooses the star for views of the sky: its position in a disk is similar to that of the Sun in the Milky Way.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>

#include "data/particles/particles.hpp"

namespace milkomeda {

inline constexpr double sun_radius = 2.05;  // distance of the Sun from the galactic center in model units (8.2 kpc)

struct SkyObserver {
    std::size_t row;
    std::uint32_t id;  // id of the star in its source
    // Axes of the star's galaxy at the start: y points to the north pole, -z to the center.
    glm::mat3 frame;
    std::string galaxy, other;  // galaxy of the star, and the heaviest other galaxy (empty for a single galaxy)
};

// Returns the disk star that is most similar to the Sun in radius, height above the midplane and circular motion.
// Considers the disk of the galaxy milky-way, or else the first disk. Empty if there is no disk.
std::optional<SkyObserver> find_sky_observer(const ParticleSet& initial);

}  // namespace milkomeda
