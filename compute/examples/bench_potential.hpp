// How fast a device computes potential maps, in each of their forms, and how fast it could.
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
    PotentialChoice choice;  // the best of the form's settings
    double seconds = 0;      // for the whole lattice
    double part = 1;         // of the sum was timed
    double per_second = 0;   // evaluations: a body at a point each
    double operations = 0;   // of an evaluation: operations_of()
    double rms_error = 0;    // sqrt(sum |dphi|^2 / sum phi^2), against double precision
};

// A form that the device has failed at, with each of its settings.
struct PotentialLeftOut {
    const PotentialForm* form;
    std::string failure;  // in words, a line
};

struct PotentialReport {
    std::vector<PotentialTime> times;  // a row for each form that runs there
    double ceiling = 0;                // evaluations per second
    std::vector<PotentialLeftOut> left_out;
};

struct PotentialProblem {
    std::span<const Float4> bodies;
    Lattice lattice;
    double gravity = 1, softening = 0.05;
};

// Throws std::runtime_error for a result that is wrong, and what OpenCL throws where no form runs.
PotentialReport bench_potential(const Device& device, const ReadAsset& read, const PotentialProblem& problem,
                                const std::function<void(double share)>& progress);

}  // namespace milkomeda
