// Measures how fast a device computes potential maps with each kernel, and how fast it could be.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "compute/potential/lattice.hpp"
#include "compute/potential/potential_forms.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct PotentialTime {
    PotentialChoice choice;  // the best settings of the form
    double seconds = 0;      // for the whole lattice
    double part = 1;         // fraction of the sum that was timed
    double per_second = 0;   // evaluations per second; an evaluation is one body at one point
    double operations = 0;   // operations per evaluation, from operations_of()
    double rms_error = 0;    // sqrt(sum |dphi|^2 / sum phi^2), compared with double precision
};

// A form that failed on the device with all of its settings.
struct PotentialLeftOut {
    const PotentialForm* form;
    std::string failure;  // one line for people
};

struct PotentialReport {
    std::vector<PotentialTime> times;  // one row per form that runs on the device
    double ceiling = 0;                // evaluations per second
    std::vector<PotentialLeftOut> left_out;
};

struct PotentialProblem {
    std::span<const Float4> bodies;
    Lattice lattice;
    double gravity = 1, softening = 0.05;
};

// Throws std::runtime_error if a result is wrong, and cl::Error if no form runs.
PotentialReport bench_potential(const Device& device, const ReadAsset& read, const PotentialProblem& problem,
                                const std::function<void(double share)>& progress);

}  // namespace milkomeda
