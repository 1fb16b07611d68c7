// Finds what a camera can follow: a galaxy's center, a perturber, or one body.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// By their own names: those of galaxies, then those of perturbers.
std::vector<std::string> names_to_follow(const ParticleSet& particles);

// The row of the perturber of this name, or of the body with this id in its source; empty for a galaxy's
// name. Throws UsageError where there is none of them.
std::optional<std::size_t> find_followed(const ParticleSet& particles, const std::string& name);

}  // namespace milkomeda
