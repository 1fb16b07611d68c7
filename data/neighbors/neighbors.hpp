// Local density around each body, from the distance to its k-th nearest neighbor.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Neighborhood of one body, in the units of its columns. All 0 if its position is not finite or it has no
// neighbors; the density is infinite if all neighbors are at its position.
struct Neighborhood {
    float radius = 0;   // distance to the k-th nearest neighbor: the smoothing length
    float density = 0;  // mass per volume inside that radius
};

// Splits components into two kinds: stars of all galaxies (disks, bulges and unknown names), and halo bodies.
// Only rows of the same kind are neighbors. Without components all rows are of one kind.
std::array<std::vector<Component>, 2> kinds_of_neighbors(std::span<const Component> components,
                                                         std::size_t rows);

inline constexpr std::size_t default_neighbors = 16;

// Rows of a body's nearest neighbors, nearest first; filled with its own row if there are fewer.
using NearestRows = std::array<std::uint32_t, default_neighbors>;

std::vector<NearestRows> without_neighbors(std::size_t rows);  // Returns lists without neighbors.

// Neighborhoods and nearest neighbors of all rows.
struct Surroundings {
    std::vector<Neighborhood> around;
    std::vector<NearestRows> nearest;
};

// Like neighborhoods(), with default_neighbors.
Surroundings surroundings(std::span<const Float4> positions, std::span<const Component> components);

// Measures all rows; the masses are in w. If a row's kind has at most `neighbors` rows, the farthest of them
// counts as the last neighbor. Uses all CPU threads.
std::vector<Neighborhood> neighborhoods(std::span<const Float4> positions,
                                        std::span<const Component> components,
                                        std::size_t neighbors = default_neighbors);

// Returns only the radii.
std::vector<float> smoothing_lengths(std::span<const Float4> positions, std::span<const Component> components,
                                     std::size_t neighbors = default_neighbors);

}  // namespace milkomeda
