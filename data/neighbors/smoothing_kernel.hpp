// Widths of the smoothing kernels with which bodies represent the matter around them.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "data/neighbors/neighbors.hpp"

namespace milkomeda {

// The distance to the 16th neighbor fluctuates by about a tenth, and bodies in chance clumps would look
// narrow and bright. Therefore the length is the logarithmic mean over the neighbors. Where the distances of
// the neighbors vary no more than those of their neighbors, as in a disk outside of arms and nuclei, a narrow
// kernel would show only noise: there the kernel is widened.
struct SmoothingKernel {
    float length = 0;   // smoothing length; 0 if unknown
    float widened = 0;  // degree of widening, from 0 to 1
    // Density relative to the mean over some hundreds of bodies around: about 1 along arms, rings, bridges
    // and tails; half or less beside them.
    float contrast = 1;

    float unwidened() const { return length / std::pow(widest, widened); }
    static constexpr float widest = 3;  // length of a fully widened kernel relative to an unwidened kernel
};

// Returns the kernels of all rows.
std::vector<SmoothingKernel> smoothing_kernels(std::span<const Neighborhood> around,
                                               std::span<const NearestRows> nearest);

}  // namespace milkomeda
