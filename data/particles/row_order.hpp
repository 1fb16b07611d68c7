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

// Takes over a file's ids: as they are, but counted from 0 if they begin with 1, where 32 bits hold them;
// else their ranks (the same for the same id). Rows are put in their order inside components, and components
// by their first ids. Runs through the ids twice instead of keeping them, or thrice where they are long.
void assign_ids(ParticleSet& particles, const ForEachId& for_each);

}  // namespace milkomeda
