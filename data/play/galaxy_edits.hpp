// What people do to the galaxies of a set of particles. The rows of all others keep their positions,
// velocities, masses and ids bit for bit, and their order.
#pragma once

#include <string>

#include "data/base/vector3.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// `wanted`, or "wanted-2" and so on where there is a galaxy of that name.
std::string free_galaxy_name(const ParticleSet& particles, const std::string& wanted);

// What stands in sentences for a galaxy: its title, or "the bodies" where it has no name.
std::string galaxy_title(const std::string& galaxy);

// Puts the rows of `galaxy` behind all others, with ids that go on from the largest. Throws
// std::invalid_argument with one line where 32 bits cannot number them.
ParticleSet append_galaxy(ParticleSet particles, const ParticleSet& galaxy);

// Throws std::invalid_argument with one line for a galaxy that is not there, and for the only one.
ParticleSet remove_galaxy(const ParticleSet& particles, const std::string& galaxy);

// Moves all bodies of a galaxy by this way, and changes their velocities by this one. Throws
// std::invalid_argument with one line for a galaxy that is not there.
ParticleSet throw_galaxy(ParticleSet particles, const std::string& galaxy, const Vector3& way,
                       const Vector3& velocity_change);

// Of its core (core_of_galaxy()), the mean by mass.
Vector3 velocity_of_galaxy(const ParticleSet& particles, const std::string& galaxy);

// The radius that holds half of a galaxy's mass around its center; of a sample of its rows, which are
// shuffled inside their components.
double half_mass_radius(const ParticleSet& particles, const std::string& galaxy);

double mass_of_galaxy(const ParticleSet& particles, const std::string& galaxy);

}  // namespace milkomeda
