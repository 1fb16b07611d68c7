// Targets that a camera can follow: the center of a galaxy, a perturber, or one body.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Returns the names of all galaxies, followed by the names of all perturbers.
std::vector<std::string> names_to_follow(const ParticleSet& particles);

// Returns the row of the perturber with this name, or of the body whose id equals `name`; an empty optional
// if `name` is a galaxy. Throws UsageError if `name` is unknown.
std::optional<std::size_t> find_followed(const ParticleSet& particles, const std::string& name);

}  // namespace milkomeda
