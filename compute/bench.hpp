// How fast a device computes the direct sum, in each of its forms, and how fast it could.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "compute/kernel_variants.hpp"
#include "compute/program.hpp"
#include "data/particles.hpp"

namespace milkomeda {

struct BenchWish {
    std::vector<std::size_t> bodies;  // ascending
    double softening = 0.05;
    double seconds = 30;  // in all; what does not fit is left out
    bool full = false;    // every setting and every fraction, without regard to time
};

// One kernel, with one choice of settings, on so many bodies.
struct BenchResult {
    KernelChoice kernel;
    std::size_t bodies = 0;
    unsigned fraction_denominator = 1;
    bool best = true;    // of the kernel's settings that were tried
    double seconds = 0;  // for one sum: a step, but for reading and writing every body once
    double pairs_per_second = 0;
    double of_ceiling = 0;
    double rms_error = 0;  // sqrt(sum |da|^2 / sum |a|^2), against double precision
    double max_error = 0;  // max |da| / rms |a|
};

// The rate of the same operations without memory (kernels/ceiling.cl).
struct BenchCeiling {
    KernelForm form;
    double pairs_per_second = 0;  // a pair computed for both bodies counts as two, as in N^2 of them
};

// What would have taken too long, or more memory than there is.
struct BenchLeftOut {
    const KernelVariant* variant;
    std::size_t bodies;
};

struct BenchReport {
    std::vector<BenchResult> results;
    std::vector<BenchCeiling> ceilings;
    std::vector<BenchLeftOut> left_out;
    bool device_clock = false;  // timed by the device's own clock, not by the host's
};

using BenchBodies = std::function<Particles(std::size_t bodies)>;
using BenchProgress = std::function<void(double share)>;

// Results are checked after they were timed: throws std::runtime_error for one that is not finite or is
// wrong.
BenchReport bench_direct(const Device& device, const ReadSource& read, const BenchWish& wish,
                         const BenchBodies& bodies, const BenchProgress& progress);

}  // namespace milkomeda
