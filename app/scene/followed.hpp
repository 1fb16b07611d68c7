// Finds what a camera can follow: a galaxy's centre, or one body.
#pragma once

#include <optional>
#include <string>

#include "data/particles/particles.hpp"

namespace milkomeda {

// The row of the body with this id in its source; empty for a galaxy's name. Throws UsageError where there is
// neither.
std::optional<std::size_t> find_followed(const Particles& particles, const std::string& name);

}  // namespace milkomeda
