// ForceSpec describes the force that a solver computes, and WorkRange a part of the force evaluation.
#pragma once

#include <algorithm>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

struct ForceSpec {
    double gravity = 1;
    double softening = 0.05;
    unsigned fraction_denominator = 1;  // k: every k-th body is a source
    unsigned fraction_phase = 0;        // sources are the rows i with i mod k = fraction_phase
    bool unbiased = true;               // true if the sum over every k-th source is multiplied by k
    bool with_potential = false;        // true: accelerations.w holds the potential (requires k = 1)
    Accuracy accuracy = Accuracy::standard;
    float tolerance_scale = 1;  // factor of the solver's tolerance, determined from measured force errors
};

// A part of a force evaluation, as an interval of [0, 1]. One-sided kernels divide the bodies, symmetric
// kernels the pairs of blocks. The accelerations of disjoint parts add up to the whole, so several devices
// can share a force evaluation.
struct WorkRange {
    double first = 0, last = 1;
};

// Returns the squared softening length, at least 1e-20. Without this limit, the force of a body on itself, or on a body
// at the same position, could be infinity times a distance of 0, which is not a number.
inline float softening_squared(const ForceSpec& force) {
    return static_cast<float>(std::max(force.softening * force.softening, 1e-20));
}

}  // namespace milkomeda
