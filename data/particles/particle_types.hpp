// The six particle types of GADGET files, and the mapping between particle types and components.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

inline constexpr std::array<std::string_view, 6> type_names{"gas", "halo", "disk", "bulge", "stars", "black-holes"};
inline constexpr std::size_t star_type = 4;  // the type of the components `stars` and young_stars_name
using TypeCounts = std::array<std::size_t, type_names.size()>;

// Returns the particle type for a component's name. Unknown names are mapped to halo: dark and collisionless.
// Perturbers are mapped to black holes.
std::size_t type_of(const Component& component);
std::vector<std::size_t> types_of(const ParticleSet& particles);
TypeCounts count_types(const ParticleSet& particles);

// Adds one component per particle type with a nonzero count.
void add_components(ParticleSet& particles, const TypeCounts& counts);
// Returns true if add_components() with only the particle types `known` can produce exactly these components.
bool are_types(const std::vector<Component>& components, const std::vector<std::size_t>& known = {0, 1, 2, 3, 4, 5});

}  // namespace milkomeda
