// Widths of the smoothing kernels. A body represents the mass around it by its kernel.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "data/neighbors/neighbors.hpp"

namespace milkomeda {

// Smoothing kernel of a body. The distance to the 16th neighbor fluctuates by about a tenth, so bodies in chance clumps
// would look narrow and bright. The length is therefore the geometric mean of this distance over neighboring bodies. In
// even surroundings, such as a disk outside of arms and nuclei, a narrow kernel would show only noise, so the kernel is
// widened.
struct SmoothingKernel {
    float length = 0;   // smoothing length; 0 if unknown
    float widened = 0;  // exponent of the widening: `length` is unwidened() times widest^widened; 0 to 1
    // Density at the body divided by the mean density of its surroundings (some hundreds of bodies): about 1 along
    // arms, rings, bridges and tails; 0.5 or less beside these structures.
    float contrast = 1;

    float unwidened() const { return length / std::pow(widest, widened); }
    static constexpr float widest = 3;  // ratio of the lengths of a fully widened and an unwidened kernel
};

std::vector<SmoothingKernel> smoothing_kernels(std::span<const Neighborhood> around,
                                               std::span<const NearestRows> nearest);

}  // namespace milkomeda
