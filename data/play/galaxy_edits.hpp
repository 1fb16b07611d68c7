// Edits of galaxies in a particle set by the user. The bodies of all galaxies that are not edited keep their order, and
// their positions, velocities, masses and ids bit for bit.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Returns `wanted`, or if a galaxy already has this name, the first unused name of "wanted-2", "wanted-3", ...
std::string free_galaxy_name(const ParticleSet& particles, const std::string& wanted);

// Returns the name of a galaxy for messages: its title, or "the bodies" if the galaxy has no name.
std::string galaxy_title(const std::string& galaxy);

// Appends the bodies of `galaxy` after all other bodies except perturbers, with ids that continue from the
// largest id. Throws std::invalid_argument with a one-line message if the new ids exceed 32 bits.
ParticleSet append_galaxy(ParticleSet particles, const ParticleSet& galaxy);

// Removes a galaxy. Throws std::invalid_argument with a one-line message if the galaxy does not exist or is the only
// galaxy.
ParticleSet remove_galaxy(const ParticleSet& particles, const std::string& galaxy);

// Shifts all bodies of a galaxy by `displacement` and adds `velocity_change` to their velocities. Throws
// std::invalid_argument with a one-line message if the galaxy does not exist.
ParticleSet throw_galaxy(ParticleSet particles, const std::string& galaxy, const glm::dvec3& displacement,
                         const glm::dvec3& velocity_change);

// Moves the bodies with these ids, which must be sorted, from their galaxies to a galaxy of their own with a free name,
// behind all other bodies except perturbers. The components keep their names. Throws std::invalid_argument with a
// one-line message if no body, or every body, has one of the ids.
ParticleSet separate_bodies(const ParticleSet& particles, std::span<const std::uint32_t> ids,
                            const std::string& galaxy);

// Returns the mass-weighted mean velocity of the galaxy's core (core_of_galaxy()).
glm::dvec3 velocity_of_galaxy(const ParticleSet& particles, const std::string& galaxy);

// Returns the radius around the center that encloses half of a galaxy's mass, estimated from a sample of its
// rows. The rows must be shuffled within their components.
double half_mass_radius(const ParticleSet& particles, const std::string& galaxy);

double mass_of_galaxy(const ParticleSet& particles, const std::string& galaxy);

}  // namespace milkomeda
