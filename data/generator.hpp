// Initial conditions made by recipe instead of read from a file.
#pragma once

#include <cstddef>
#include <cstdint>

#include "data/particles.hpp"

namespace milkomeda {

// The Milky Way and Andromeda on the orbit of Dubinski's dataset, components in its order, centred.
Particles generate_encounter(std::size_t bodies, std::uint64_t seed);

// The Milky Way alone, at rest at the origin, spin along +z: the model that both galaxies are made from.
Particles generate_milky_way(std::size_t bodies, std::uint64_t seed);

}  // namespace milkomeda
