// Nearest neighbors of each body, the local density from the distance to the k-th neighbor, and means over neighbors.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "data/base/parallel.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Neighborhood of a body, in the units of the particle set. All values are 0 if the body's position is not
// finite or if it has no neighbors. The density is infinite if all neighbors are at the body's position.
struct Neighborhood {
    float radius = 0;   // smoothing length: the distance to the k-th nearest neighbor
    float density = 0;  // mass density inside `radius`
};

// Divides the components into three kinds: stars of all galaxies (disks, bulges and unknown names), halo bodies, and
// gas. Only bodies of one kind count as neighbors of each other. Without components there is one kind.
std::array<std::vector<Component>, 3> kinds_of_neighbors(std::span<const Component> components, std::size_t rows);

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

// Computes the neighborhoods and the default_neighbors nearest neighbors of all bodies; the masses are in w. If a body
// has fewer than default_neighbors neighbors of its kind, the farthest neighbor defines the smoothing length. Uses all
// CPU threads.
Surroundings surroundings(std::span<const Float4> positions, std::span<const Component> components);

// Returns the mean of a value over each body and its neighbors. Applying the mean n times averages over a region that
// contains about n times as many bodies. Value needs addition and division. Uses all CPU threads.
template <typename Value>
std::vector<Value> graph_mean(const std::vector<Value>& values, std::span<const NearestRows> nearest) {
    std::vector<Value> means(values.size());
    parallel_for(values.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            Value sum = values[row];
            for (const std::uint32_t other : nearest[row]) sum += values[other];
            means[row] = sum / static_cast<float>(nearest[row].size() + 1);
        }
    });
    return means;
}

}  // namespace milkomeda
