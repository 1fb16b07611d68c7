// How fast a device computes the direct sum, in each of its forms, and how fast it could.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "compute/bench/bench_reference.hpp"
#include "compute/gravity/kernel_variants.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct BenchOptions {
    std::vector<std::size_t> bodies;  // ascending
    double softening = 0.05;
    double seconds = 30;  // in all; what does not fit is left out
    bool full = false;    // every setting and every fraction, however many there are
    bool search = false;  // also finds out what Milkomeda would choose by itself
};

// One kernel, with one choice of settings, on so many bodies.
struct BenchResult {
    KernelChoice kernel;
    const KernelVariant* computed_by = nullptr;  // another where a symmetric one gives way: for fractions
    std::size_t bodies = 0;
    unsigned fraction_denominator = 1;
    bool best = true;     // of the kernel's settings that were tried, for this fraction
    bool chosen = false;  // by the search
    double seconds = 0;   // for one sum: a step, but for reading and writing every body once
    double part = 1;      // share of the sum that was timed; seconds and rate are the whole's
    double pairs_per_second = 0;
    double of_ceiling = 0;
    std::optional<double> times_tiled = {};  // rate, relative to tiled:wg=256 with all bodies as sources
    std::optional<double> of_baseline = {};  // rate, relative to the one-sided hand-written loop
    std::optional<double> times_first = {};  // rate of a team, relative to the first device alone
    std::string shares = {};                 // of a team's devices
    std::optional<BenchErrors> errors = {};  // a part of a symmetric sum has no body's whole force in it
};

// The rate of the same operations without memory (kernels/bench/ceiling.cl).
struct BenchCeiling {
    KernelForm form;
    double pairs_per_second = 0;  // a pair computed for both bodies counts as two, as in N^2 of them
    bool holds = true;            // false when a kernel was faster: then the driver compiles this badly
};

// What a loop by hand reaches on the same processor (compute/bench/simd_sum.hpp).
struct BenchBaseline {
    KernelForm form;
    std::string_view instructions;
    std::size_t bodies = 0;
    double seconds = 0;  // for one sum
    double part = 1;     // as of a result
    double pairs_per_second = 0;
    BenchErrors errors;
};

// Seconds of a step that are not its forces.
struct BenchPhases {
    std::size_t bodies = 0;
    double moves = 0;  // half-kicks and drift
    double read = 0;   // positions and velocities to the host, where they cannot be drawn from the device
};

// What would have taken too long, or more memory than there is.
struct BenchLeftOut {
    const KernelVariant* variant;
    std::size_t bodies;
};

struct BenchReport {
    std::vector<BenchResult> results;
    std::vector<BenchCeiling> ceilings;
    std::vector<BenchBaseline> baselines;  // on CPU devices
    std::vector<BenchPhases> phases;       // with `full`
    std::vector<BenchLeftOut> left_out;
    bool device_clock = false;  // timed by the device's own clock, not by the host's
};

// The fastest kernel for so many bodies, with all of them as sources; null when none was measured.
const BenchResult* best_of(const BenchReport& report, std::size_t bodies);

using BenchBodies = std::function<Particles(std::size_t bodies)>;
using BenchProgress = std::function<void(double share)>;

// Results are checked after they were timed: throws std::runtime_error for one that is not finite or is
// wrong.
BenchReport bench_direct(const Device& device, const ReadAsset& read, const BenchOptions& wish,
                         const BenchBodies& bodies, const BenchProgress& progress);

// The same sum by several devices together, with the fastest kernel of the first one's report. `alone` has a
// report of each; their ceilings add up. One result for each number of bodies.
std::vector<BenchResult> bench_team(std::span<const Device> devices, const ReadAsset& read,
                                    const BenchOptions& wish, const BenchBodies& bodies,
                                    std::span<const BenchReport> alone);

}  // namespace milkomeda
