// How crowded it is around each body: the distance to its k-th nearest neighbor, and the density there.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "data/particles/particles.hpp"

namespace milkomeda {

// The surroundings of one body, in units of its columns. All 0 for a body whose position is not finite or
// that is alone; infinitely dense where the neighbors are at the same place.
struct Neighborhood {
    float radius = 0;   // distance to the k-th nearest neighbor: the body's smoothing length
    float density = 0;  // mass per volume inside that radius
};

// Whose rows are neighbors of each other: stars (disks, bulges, whatever has no other name) of all galaxies,
// and halo bodies; without components all rows are.
std::array<std::vector<Component>, 2> kinds_of_neighbors(std::span<const Component> components,
                                                          std::size_t rows);

inline constexpr std::size_t usual_neighbors = 16;

// The rows of a body's nearest neighbors, from the nearest on; its own row where there are fewer.
using NearestRows = std::array<std::uint32_t, usual_neighbors>;

std::vector<NearestRows> alone(std::size_t rows);  // who have no neighbors

// Of every row.
struct Surroundings {
    std::vector<Neighborhood> around;
    std::vector<NearestRows> nearest;
};

// With usual_neighbors; as neighborhoods().
Surroundings surroundings(std::span<const Float4> positions, std::span<const Component> components);

// Measures every row; masses are in w. Where there are fewer than `neighbors` others of a row's kind, the
// farthest one counts. Uses all CPU threads.
std::vector<Neighborhood> neighborhoods(std::span<const Float4> positions,
                                          std::span<const Component> components,
                                          std::size_t neighbors = usual_neighbors);

// The radii alone.
std::vector<float> smoothing_lengths(std::span<const Float4> positions, std::span<const Component> components,
                                     std::size_t neighbors = usual_neighbors);

}  // namespace milkomeda
