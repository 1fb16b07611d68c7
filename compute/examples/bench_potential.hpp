// Measures the rate at which a device computes potential maps with each kernel, and the largest rate that the
// device's arithmetic allows.
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
    PotentialChoice choice;  // kernel form with the fastest settings that were found
    double seconds = 0;      // seconds for the whole lattice
    double part = 1;         // fraction of the sum that was timed; `seconds` is extrapolated to the whole sum
    double per_second = 0;   // evaluations (of one body at one point) per second
    double operations = 0;   // arithmetic operations per evaluation, from operations_of()
    double rms_error = 0;    // relative error compared with potentials in double precision
};

// A kernel form that failed on the device with all of its settings.
struct PotentialLeftOut {
    const PotentialForm* form;
    std::string failure;  // error message, one line to show to the user
};

struct PotentialReport {
    std::vector<PotentialTime> times;  // one result per kernel form that runs on the device
    double ceiling = 0;                // largest rate that the arithmetic allows, in evaluations per second
    std::vector<PotentialLeftOut> left_out;
};

struct PotentialProblem {
    std::span<const Float4> bodies;
    Lattice lattice;
    double gravity = 1, softening = 0.05;
};

// Measures all kernel forms. Throws std::runtime_error if a result is wrong. If no form runs, throws the error of the
// first form (cl::Error or KernelError).
PotentialReport bench_potential(const Device& device, const ReadAsset& read, const PotentialProblem& problem,
                                const std::function<void(double share)>& progress);

}  // namespace milkomeda
