// Order of rows in files. Writing by id restores the order of the source. Reading by id gives bodies stable
// rows although other programs rearrange them.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Returns all rows sorted by group and, within each group, by id. group[c] is the group of component c; an
// empty `group` means a single group.
std::vector<std::uint32_t> written_order(const ParticleSet& particles,
                                         std::span<const std::size_t> group = {});

// Moves the former row order[i] to row `first` + i, in all columns. Overwrites `order`.
void reorder(ParticleSet& particles, std::size_t first, std::span<std::uint32_t> order);

// Sorts the rows of every component by id.
void sort_components_by_id(ParticleSet& particles);

// Calls take(row, id) for every row.
using ForEachId = std::function<void(const std::function<void(std::size_t row, std::uint64_t id)>& take)>;

// Assigns the ids of a file. They are kept, counted from 0 if the smallest is 1, if 32 bits hold them; else
// they are replaced by their ranks (equal ids get equal ranks). Sorts rows within components by id, and
// components by their first ids. To save memory it iterates over the ids twice, or three times if they need
// more than 32 bits.
void assign_ids(ParticleSet& particles, const ForEachId& for_each);

}  // namespace milkomeda
