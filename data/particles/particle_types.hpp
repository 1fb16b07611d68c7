// The six types of particles that GADGET's files know, and how they and components map to each other.
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

// The type by the component's name; a component of another name counts as halo: dark, and without a
// collision. A perturber is a black hole.
std::size_t type_of(const Component& component);
// One for each component.
std::vector<std::size_t> types_of(const ParticleSet& particles);
TypeCounts count_types(const ParticleSet& particles);

// One component for each type that there is.
void add_components(ParticleSet& particles, const TypeCounts& counts);
// Are these what add_components() makes, of these types?
bool are_types(const std::vector<Component>& components,
               const std::vector<std::size_t>& known = {0, 1, 2, 3, 4, 5});

}  // namespace milkomeda
