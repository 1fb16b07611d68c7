// Shape of the mass distribution around each body: elongated along tails and arms, flat in disks, round if
// unknown.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/neighbors/neighbors.hpp"
#include "data/neighbors/smoothing_kernel.hpp"

namespace milkomeda {

// Symmetric matrix of second moments of the matter around a body, divided by its trace, in units of 1/32767.
// The row of 16 bytes is read by OpenGL as numbers from -1 to 1. All 0 if unknown.
struct Ellipsoid {
    std::int16_t xx = 0, yy = 0, zz = 0;
    std::int16_t formation = 0;  // star formation rate, not part of the shape: see star_formation.hpp
    std::int16_t yz = 0, xz = 0, xy = 0, unused = 0;

    bool operator==(const Ellipsoid&) const = default;
};

// Returns the shapes of all rows. They change continuously with the positions: the weight of a neighbor
// decreases with its distance to 0 for the outermost. Shapes of diverging flows are stretched along the flow,
// in proportion to how well a linear flow fits. Widened kernels are widened along the longer axes, so that
// disks stay thin; without `kernels` no shape is widened. Uses all CPU threads.
std::vector<Ellipsoid> ellipsoids(std::span<const Float4> positions, std::span<const Float4> velocities,
                                  std::span<const NearestRows> nearest,
                                  std::span<const SmoothingKernel> kernels = {});

struct ShapesAndFlows {
    std::vector<Ellipsoid> shapes;
    // Relative growth rate of the density in the frame of a row: -div v in 1/time, from a linear flow fitted
    // to the neighbors' neighbors and then averaged over neighbors. 0 if unknown.
    std::vector<float> compression;
};
ShapesAndFlows shapes_and_flows(std::span<const Float4> positions, std::span<const Float4> velocities,
                                std::span<const NearestRows> nearest,
                                std::span<const SmoothingKernel> kernels = {});

}  // namespace milkomeda
