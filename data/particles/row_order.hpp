// The order of rows in files: written by id, so that a source's order comes back; read by id, so that the
// bodies of programs that rearrange them keep their places.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// All rows by their components' groups (group[c] for component c; none: one group) and by id inside each.
std::vector<std::uint32_t> written_order(const ParticleSet& particles, std::span<const std::size_t> group = {});

// Row `first + i` becomes the former row order[i], for all columns. Spoils the order.
void reorder(ParticleSet& particles, std::size_t first, std::span<std::uint32_t> order);

// Rows of every component in the order of their ids.
void sort_components_by_id(ParticleSet& particles);

// Calls take(row, id) for every row.
using ForEachId = std::function<void(const std::function<void(std::size_t row, std::uint64_t id)>& take)>;

// Takes over a file's ids: as they are, but counted from 0 if they begin with 1, where 32 bits hold them;
// else their ranks (the same for the same id). Rows are put in their order inside components, and components
// by their first ids. Runs through the ids twice instead of keeping them, or thrice where they are long.
void assign_ids(ParticleSet& particles, const ForEachId& for_each);

}  // namespace milkomeda
