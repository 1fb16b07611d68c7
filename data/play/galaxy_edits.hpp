// The user's edits of galaxies in a particle set. Rows of other galaxies keep their positions, velocities,
// masses and ids bit for bit, and their order.
#pragma once

#include <string>

#include "data/base/vector3.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Returns `wanted`, or "wanted-2" and so on if that name is taken.
std::string free_galaxy_name(const ParticleSet& particles, const std::string& wanted);

// Name of a galaxy in messages: its title, or "the bodies" if it has no name.
std::string galaxy_title(const std::string& galaxy);

// Appends the rows of `galaxy` after all others, with ids that continue from the largest id. Throws
// std::invalid_argument with one line if 32 bits cannot number them.
ParticleSet append_galaxy(ParticleSet particles, const ParticleSet& galaxy);

// Throws std::invalid_argument with one line if the galaxy does not exist or is the only galaxy.
ParticleSet remove_galaxy(const ParticleSet& particles, const std::string& galaxy);

// Shifts all bodies of a galaxy by `displacement` and changes their velocities by `velocity_change`. Throws
// std::invalid_argument with one line if the galaxy does not exist.
ParticleSet throw_galaxy(ParticleSet particles, const std::string& galaxy, const Vector3& displacement,
                         const Vector3& velocity_change);

// Mass-weighted mean velocity of the galaxy's core (core_of_galaxy()).
Vector3 velocity_of_galaxy(const ParticleSet& particles, const std::string& galaxy);

// Radius around the center that encloses half of a galaxy's mass, estimated from a sample of its rows, which
// are shuffled within their components.
double half_mass_radius(const ParticleSet& particles, const std::string& galaxy);

double mass_of_galaxy(const ParticleSet& particles, const std::string& galaxy);

}  // namespace milkomeda
