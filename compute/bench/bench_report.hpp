// The results of a bench of the direct sum.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/bench/bench_reference.hpp"
#include "compute/kernels/kernel_choice.hpp"

namespace milkomeda {

// Every rate is compared with this kernel's: the form of the tutorials, with their work-group of 256.
inline constexpr std::string_view plain_kernel = "tiled";

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
    std::optional<double> times_first = {};  // rate of several devices, relative to the first one alone
    std::string shares = {};                 // of several devices
    std::optional<BenchErrors> errors = {};  // a part of a symmetric sum has no body's whole force in it
};

// The rate of the same operations without memory (kernels/bench/ceiling.cl).
struct BenchCeiling {
    KernelForm form;
    double pairs_per_second = 0;  // a pair computed for both bodies counts as two, as in N^2 of them
    bool holds = true;            // false when a kernel was faster: then the driver compiles this badly
};

// The rate that a loop by hand reaches on the same processor (compute/simd/simd_sum.hpp).
struct BenchBaseline {
    KernelForm form;
    std::string_view instructions;
    std::size_t bodies = 0;
    double seconds = 0;  // for one sum
    double part = 1;     // as in a result
    double pairs_per_second = 0;
    BenchErrors errors;
};

// Seconds of a step that are not its forces.
struct BenchPhases {
    std::size_t bodies = 0;
    double moves = 0;  // half-kicks and drift
    double read = 0;   // positions and velocities to the host, where they cannot be drawn from the device
};

// A measurement that would have taken too long, or more memory than there is; or that the device failed at.
struct BenchLeftOut {
    const KernelVariant* variant;
    std::size_t bodies;
    std::string failure;  // opencl_call_failed() of the first of its settings; empty: none has failed
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

// Sets of each result how it compares with the ceilings, the plain kernel and the baselines, and sorts by
// bodies, kernel and fraction.
void finish(BenchReport& report, const Device& device);

}  // namespace milkomeda
