// ForceSpec says which force a solver computes; WorkRange which part of it.
#pragma once

#include <algorithm>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

struct ForceSpec {
    double gravity = 1;
    double softening = 0.05;
    unsigned fraction_denominator = 1;  // k: every k-th body is a source,
    unsigned fraction_phase = 0;        // namely the rows i with i mod k = fraction_phase
    bool unbiased = true;               // multiplies the sum by k
    bool with_potential = false;        // accelerations.w holds the potential (requires k = 1)
    Accuracy accuracy = Accuracy::standard;
    float tolerance_scale = 1;  // factor of the solver's tolerance, learnt from measured force errors
};

// A part of a force evaluation, as an interval of [0, 1]: of the bodies in one-sided kernels, of the pairs of
// blocks in symmetric kernels. The accelerations of disjoint parts add up to the whole, so devices can share
// the work.
struct WorkRange {
    double first = 0, last = 1;
};

// Returns the squared softening length, never quite 0. So a body's pair with itself or with a coincident body
// gives a finite number times a distance of 0, even if a body has the mass of the whole system.
inline float softening_squared(const ForceSpec& force) {
    return static_cast<float>(std::max(force.softening * force.softening, 1e-20));
}

}  // namespace milkomeda
