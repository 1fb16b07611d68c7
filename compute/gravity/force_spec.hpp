// A solver is asked for a force, or for a share of it.
#pragma once

#include <algorithm>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

struct ForceSpec {
    double gravity = 1;
    double softening = 0.05;
    unsigned fraction_denominator = 1;  // k: one k-th of the bodies pull ...
    unsigned fraction_phase = 0;        // ... namely rows i with i mod k = phase
    bool unbiased = true;               // rescaled by k
    bool with_potential = false;        // accelerations.w holds the potential (k must be 1)
    Accuracy accuracy = Accuracy::standard;
    float tolerance_scale = 1;  // of the accuracy's tolerance, as errors turn out
};

// A share is a part of the sum: of the bodies in the one-sided forms, of the pairs of blocks in the symmetric
// ones. The accelerations of all parts add up to the whole, so that devices can share the work.
struct WorkRange {
    double first = 0, last = 1;
};

// It is never quite zero, so that a body's pair with itself, or with one on the same spot, gives a finite
// number times a distance of zero, also where masses are as large as the whole system's.
inline float softening_squared(const ForceSpec& force) {
    return static_cast<float>(std::max(force.softening * force.softening, 1e-20));
}

}  // namespace milkomeda
