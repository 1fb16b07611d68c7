// Random order of rows, so that the first rows of a component, or every k-th row, are a fair sample.
#pragma once

#include <cstdint>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Shuffles the rows within every component. For any k, the rows with equal row mod k are then a
// representative sample of each component. Ids move with their rows.
void shuffle_components(ParticleSet& particles, std::uint64_t seed = 1);

}  // namespace milkomeda
