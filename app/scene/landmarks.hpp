// Galaxy centers and single bodies: labels and trails mark them, and cameras follow them.
#pragma once

#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/particle_readback.hpp"

namespace milkomeda {

// Present position and velocity of a galaxy's center or of a body, in model units.
struct Landmark {
    std::string name;  // name of the galaxy (empty for particles without a galaxy), or name or id of the body
    glm::vec3 position{0}, velocity{0};
};

// Returns the centers of all galaxies, in the order of their first components. Particles without a galaxy count as one
// galaxy. Returns an empty list until rows of all galaxies have been read (about 10 KB of rows per galaxy).
std::vector<Landmark> find_galaxies(ParticleReadback& rows, const ParticleSet& initial);

// Returns the body in this row; an empty optional if the row does not exist or has not been read yet.
std::optional<Landmark> find_body(ParticleReadback& rows, const ParticleSet& initial, std::size_t row);

// Returns the names that find_followed() accepts: all galaxies, then all perturbers.
std::vector<std::string> names_to_follow(const ParticleSet& particles);

// Object that a camera follows.
struct Followed {
    std::string name;                // name of the galaxy or perturber, or id of the body
    std::optional<std::size_t> row;  // row of the perturber or body; empty for a galaxy
};

// Returns the galaxy, perturber or body that the user's text `typed` denotes: a name or display name without regard to
// case, or the id of a body. Throws UsageError if the object does not exist.
Followed find_followed(const ParticleSet& particles, const std::string& typed);

}  // namespace milkomeda
