// Rows in a random order, so that the first rows of a component, or every k-th, are a fair sample of it.
#pragma once

#include <cstdint>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Mixes the rows inside every component with a fixed seed, so that row mod k is a fair sample of each.
// Ids travel with their rows.
void shuffle_components(ParticleSet& particles, std::uint64_t seed = 1);

}  // namespace milkomeda
