// The six particle types of GADGET files, and the mapping between types and components.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

inline constexpr std::array<std::string_view, 6> type_names{"gas",   "halo",  "disk",
                                                            "bulge", "stars", "black-holes"};
using TypeCounts = std::array<std::size_t, type_names.size()>;

// Returns the type by the component's name; unknown names count as halo: dark and collisionless. A perturber
// is a black hole.
std::size_t type_of(const Component& component);
// Returns one type per component.
std::vector<std::size_t> types_of(const ParticleSet& particles);
TypeCounts count_types(const ParticleSet& particles);

// Adds one component for each type with a nonzero count.
void add_components(ParticleSet& particles, const TypeCounts& counts);
// Returns true if the components are equal to the result of add_components(), using only the types in
// `known`.
bool are_types(const std::vector<Component>& components,
               const std::vector<std::size_t>& known = {0, 1, 2, 3, 4, 5});

}  // namespace milkomeda
