// How fast the gas around each particle of gas is compressed: large in shocks.
#pragma once

#include <span>
#include <vector>

#include "data/neighbors/smoothing_kernel.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Returns the smoothing length of a particle of gas: the fourth number of its velocity, or, if this is unknown as in
// some files, an estimate of the radius with 64 neighbors.
double gas_smoothing_length(const Float4& velocity, const SmoothingKernel& kernel);

// Returns the speed of compression for each particle of gas: -div v times the smoothing length, in model units. The
// speed is 0 where the gas expands. All other bodies, and young stars, have NaN. `compression` contains -div v
// (see ShapesAndFlows).
std::vector<float> compression_speeds(std::span<const Float4> velocities, std::span<const Component> components,
                                      std::span<const SmoothingKernel> kernels, std::span<const float> compression);

}  // namespace milkomeda
