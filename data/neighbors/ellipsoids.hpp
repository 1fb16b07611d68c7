// How matter lies around each body: stretched along tails and arms, flat in disks, round where nothing is
// known.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/neighbors/smoothing_kernel.hpp"
#include "data/neighbors/neighbors.hpp"

namespace milkomeda {

// The symmetric matrix of second moments of what lies around a body, divided by its trace, in steps of
// 1/32767: a row of 16 bytes that OpenGL takes as numbers from -1 to 1. All 0 where nothing is known.
struct Ellipsoid {
    std::int16_t xx = 0, yy = 0, zz = 0;
    std::int16_t formation = 0;  // no part of the shape: see star_formation.hpp
    std::int16_t yz = 0, xz = 0, xy = 0, unused = 0;

    bool operator==(const Ellipsoid&) const = default;
};

// Of every row. They change with the positions and without jumps: a neighbor counts the less the farther it
// is, the outermost not at all. What flows apart is stretched along the flow, as far as it is one. Kernels
// that are widened are so along their longer axes: a disk stays thin. Without kernels none is. Uses all CPU
// threads.
std::vector<Ellipsoid> ellipsoids(std::span<const Float4> positions, std::span<const Float4> velocities,
                                  std::span<const NearestRows> nearest, std::span<const SmoothingKernel> kernels = {});

struct ShapesAndFlows {
    std::vector<Ellipsoid> shapes;
    // How fast the density around a row rises on its way, relative to itself: -div v, 1/time, of a linear
    // flow through its neighbors' neighbors, and the mean of that over those around. 0 where nothing is
    // known.
    std::vector<float> compression;
};
ShapesAndFlows shapes_and_flows(std::span<const Float4> positions, std::span<const Float4> velocities,
                                std::span<const NearestRows> nearest, std::span<const SmoothingKernel> kernels = {});

}  // namespace milkomeda
