// Shape of the mass distribution around each body: elongated along tails and arms, flat in disks, round if unknown.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/neighbors/neighbors.hpp"
#include "data/neighbors/smoothing_kernel.hpp"

namespace milkomeda {

// Symmetric matrix of second moments of the mass around a body, divided by its trace; the value 32767 stands for 1.
// OpenGL reads the 16 bytes of a row as eight numbers from -1 to 1. All moments are 0 if unknown.
struct Ellipsoid {
    std::int16_t xx = 0, yy = 0, zz = 0;
    std::int16_t formation = 0;  // star formation rate (star_formation.hpp), which is not part of the shape
    std::int16_t yz = 0, xz = 0, xy = 0, unused = 0;

    bool operator==(const Ellipsoid&) const = default;
};

struct ShapesAndFlows {
    std::vector<Ellipsoid> shapes;
    // Relative growth rate of the density in the frame of each body: -div v in 1 / model time, 0 if unknown. The
    // velocity gradient is that of a linear flow, fitted to the neighbors of the body and the neighbors of these
    // neighbors. The rate is then averaged over neighbors.
    std::vector<float> compression;
};

// Returns the shapes and flows for all bodies. Shapes are continuous functions of the positions, because the weight of
// a neighbor falls to 0 with its distance. In a diverging flow, shapes are stretched along the flow; a better fit of
// the linear flow gives stronger stretching. Shapes of widened smoothing kernels are widened along their longer axes,
// so that disks stay thin. If `kernels` is empty, no shape is widened. Uses all CPU threads.
ShapesAndFlows shapes_and_flows(std::span<const Float4> positions, std::span<const Float4> velocities,
                                std::span<const NearestRows> nearest, std::span<const SmoothingKernel> kernels = {});

}  // namespace milkomeda
