// Order of rows. Files are written in the order of ids. The rows of a single file are sorted by id after reading, so
// that a body keeps its row even if another program changes the order of the bodies in the file. The rows of a snapshot
// of several files keep the order of the files. For simulations, shuffle_components() shuffles the rows within
// components.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/base/parallel.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Returns all rows sorted by group and, within each group, by id. group[c] is the group of component c; an
// empty `group` makes all components one group.
std::vector<std::uint32_t> written_order(const ParticleSet& particles, std::span<const std::size_t> group = {});

// Moves the former row order[i] of the particle set to row first + i, in all columns. Needs memory for a second copy of
// the longest column.
void reorder(ParticleSet& particles, std::size_t first, std::span<const std::uint32_t> order);

// Moves the former element i of a column to element places[i].
template <typename Element>
void move_to_places(std::vector<Element>& column, std::span<const std::uint32_t> places) {
    const std::vector<Element> former = column;
    parallel_for(places.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) column[places[i]] = former[i];
    });
}

// Sorts the rows within every component by id.
void sort_components_by_id(ParticleSet& particles);

// Consecutive rows of a source: of a particle set, or counted through all files of a snapshot.
struct SourceRows {
    std::size_t first, count;
};
// Computes the row order that groups rows by component. ranges[c] are the present rows of component c. Returns the new
// row of each present row, or an empty vector if no row moves. Sets the first rows of the components, which keep their
// order.
std::vector<std::uint32_t> group_by_component(std::vector<Component>& components,
                                              std::span<const std::vector<SourceRows>> ranges);

// Returns the least and the greatest of the ids, which must not be empty. Faster than std::ranges::minmax(), whose
// branches are unpredictable for shuffled ids.
template <typename Id>
std::pair<Id, Id> least_and_greatest(std::span<const Id> ids) {
    Id least = ids[0], most = ids[0];
    for (const Id id : ids) {
        least = std::min(least, id);
        most = std::max(most, id);
    }
    return {least, most};
}

// Assigns the ids of a file, one per row. If no id is 0, the ids are assumed to count from 1, and 1 is subtracted. If
// all ids fit 32 bits, they are kept; otherwise they are replaced by their ranks, with equal ranks for equal ids.
// Returns true if the ids are kept. Frees `exact_ids`; if the ids are kept, frees the converted part already during the
// conversion.
bool assign_ids(std::vector<std::uint32_t>& ids, std::vector<std::uint64_t>& exact_ids);

// Sorts the rows within components by id, and components by their smallest ids. Perturbers stay at the end.
void sort_by_id(ParticleSet& particles);

// Returns the number of rows whose id also belongs to a preceding row.
std::size_t repeated_ids(std::span<const std::uint32_t> ids);

// Shuffles the rows within every component. For any k, the first k rows and every k-th row are then a representative
// sample of each component. Ids move with their rows.
void shuffle_components(ParticleSet& particles, std::uint64_t seed = 1);

}  // namespace milkomeda
