// Random order of rows, so that the first rows of a component, or every k-th row, are a fair sample of it.
#pragma once

#include <cstdint>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Shuffles the rows within every component with a fixed seed, so that the rows with equal row mod k are a
// fair sample of each component. Ids move with their rows.
void shuffle_components(ParticleSet& particles, std::uint64_t seed = 1);

}  // namespace milkomeda
