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

// Returns the row of the perturber with this name, or of the body whose id equals `name`; an empty optional
// if `name` is a galaxy. Throws UsageError if `name` is unknown.
std::optional<std::size_t> find_followed(const ParticleSet& particles, const std::string& name);

}  // namespace milkomeda
