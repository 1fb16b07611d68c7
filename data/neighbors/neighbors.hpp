// Local density around each body, from the distance to its k-th nearest neighbor.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// Neighborhood of a body, in the units of the particle set. All values are 0 if the body's position is not
// finite or if it has no neighbors. The density is infinite if all neighbors are at the body's position.
struct Neighborhood {
    float radius = 0;   // smoothing length: the distance to the k-th nearest neighbor
    float density = 0;  // mass density inside `radius`
};

// Divides the components into two kinds: stars of all galaxies (disks, bulges and unknown names), and halo
// bodies. Only bodies of one kind count as neighbors of each other. Without components there is one kind.
std::array<std::vector<Component>, 2> kinds_of_neighbors(std::span<const Component> components, std::size_t rows);

inline constexpr std::size_t default_neighbors = 16;

// Row indices of a body's nearest neighbors, nearest first. If there are too few neighbors, the remaining
// entries hold the body's own row.
using NearestRows = std::array<std::uint32_t, default_neighbors>;

std::vector<NearestRows> without_neighbors(std::size_t rows);  // returns a list without neighbors for each row

// Neighborhoods and nearest neighbors of all bodies.
struct Surroundings {
    std::vector<Neighborhood> around;
    std::vector<NearestRows> nearest;
};

// Returns the neighborhood of each body and the rows of its nearest neighbors.
Surroundings surroundings(std::span<const Float4> positions, std::span<const Component> components);

// Computes the neighborhoods of all bodies; the masses are in w. If a body's kind has at most `neighbors`
// bodies, the farthest of them counts as the last neighbor. Uses all CPU threads.
std::vector<Neighborhood> neighborhoods(std::span<const Float4> positions, std::span<const Component> components,
                                        std::size_t neighbors = default_neighbors);

// Returns only the radii of neighborhoods().
std::vector<float> smoothing_lengths(std::span<const Float4> positions, std::span<const Component> components,
                                     std::size_t neighbors = default_neighbors);

}  // namespace milkomeda
