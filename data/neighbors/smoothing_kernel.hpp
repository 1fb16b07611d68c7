// How far each body is spread where it stands for what lies around it.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "data/neighbors/neighbors.hpp"

namespace milkomeda {

// The distance to a sixteenth neighbor is a tenth longer or shorter by chance, and a body in a chance clump
// would be narrow and bright there; so a kernel's length is the mean (of logarithms) over those around. Where
// these are as far apart as theirs in turn, as in a disk outside of arms and nuclei, a narrow kernel could
// show nothing but chance: there it is `widened`.
struct SmoothingKernel {
    float length = 0;   // the smoothing length; 0 where nothing is known
    float widened = 0;  // how far, from 0 to 1
    // How many times as dense it is there as on average over some hundreds around: about 1 along arms, rings,
    // bridges and tails, half or less beside them, where those count as well.
    float contrast = 1;

    float unwidened() const { return length / std::pow(widest, widened); }
    static constexpr float widest = 3;  // relative to one that is not widened
};

// Of every row.
std::vector<SmoothingKernel> kernels(std::span<const Neighborhood> around, std::span<const NearestRows> nearest);

}  // namespace milkomeda
