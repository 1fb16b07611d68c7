// Random order of rows, so that the first rows of a component, or every k-th row, are a fair sample.
#pragma once

#include <cstdint>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Shuffles the rows within every component. For any k, every k-th row is then a representative sample of each
// component. Ids move with their rows.
void shuffle_components(ParticleSet& particles, std::uint64_t seed = 1);

}  // namespace milkomeda
