// The results of a bench of the direct sum.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/bench/bench_reference.hpp"
#include "compute/kernels/kernel_choice.hpp"

namespace milkomeda {

// Reference kernel of all comparisons: the tiled kernel of tutorials, with work-groups of 256.
inline constexpr std::string_view plain_kernel = "tiled";

// Timing of one kernel variant with given settings and a given number of bodies.
struct BenchResult {
    KernelChoice kernel;
    // Variant that computed the sum. Differs from kernel.variant if a symmetric variant uses a one-sided
    // kernel for a fraction of the sources.
    const KernelVariant* computed_by = nullptr;
    std::size_t bodies = 0;
    unsigned fraction_denominator = 1;
    bool best = true;     // true for the kernel's fastest settings with this number of bodies and this fraction
    bool chosen = false;  // true if the autotuner chose this kernel
    double seconds = 0;   // seconds of one sum (a step without its kicks and drifts)
    double part = 1;      // fraction of the sum that was timed; `seconds` is extrapolated to the whole sum
    double pairs_per_second = 0;
    double of_ceiling = 0;
    std::optional<double> times_tiled = {};  // rate divided by the rate of the plain kernel
    std::optional<double> of_baseline = {};  // rate divided by the rate of the one-sided SIMD loop
    std::optional<double> times_first = {};  // rate of several devices divided by the rate of the first device alone
    std::string shares = {};                 // text with each device's fraction of the sum; empty for one device
    // Errors of the accelerations. Empty if only a part of a symmetric sum was timed, because such a part completes no
    // body's acceleration.
    std::optional<BenchErrors> errors = {};
};

// Largest rate that the arithmetic allows, measured without memory access (kernels/bench/ceiling.cl).
struct BenchCeiling {
    KernelForm form;
    double pairs_per_second = 0;  // an interaction that accelerates its two bodies counts as two pairs
    // False if a kernel was faster than this ceiling, which happens if the driver compiles the ceiling kernel badly.
    bool holds = true;
};

// Timing of a hand-written SIMD loop on the host's CPU (compute/simd/simd_sum.hpp).
struct BenchBaseline {
    KernelForm form;
    std::string_view instructions;
    std::size_t bodies = 0;
    double seconds = 0;  // seconds of one sum
    double part = 1;     // fraction of the sum that was timed; `seconds` is extrapolated to the whole sum
    double pairs_per_second = 0;
    BenchErrors errors;
};

// Seconds of the parts of a step besides the force evaluation.
struct BenchPhases {
    std::size_t bodies = 0;
    double moves = 0;  // seconds of the kicks and the drift of one step
    // Seconds of reading positions and velocities to the host, which drawing needs in the copied tier (Tier::copied).
    double read = 0;
};

// A measurement that was left out because of the time limit, too little memory, or a failure of the device.
struct BenchLeftOut {
    const KernelVariant* variant;
    std::size_t bodies;
    std::string failure;  // OpenCL error of the first settings that failed; empty if no settings failed
};

struct BenchReport {
    std::vector<BenchResult> results;
    std::vector<BenchCeiling> ceilings;
    std::vector<BenchBaseline> baselines;  // results of the SIMD loops; only on CPU devices
    std::vector<BenchPhases> phases;  // times of the parts of a step besides the force; only with BenchOptions::full
    std::vector<BenchLeftOut> left_out;
    bool device_clock = false;  // true if the device's clock timed the work, false if the host's clock timed it
};

// Returns the fastest result for `bodies` bodies with all bodies as sources; null without a result.
const BenchResult* best_of(const BenchReport& report, std::size_t bodies);

// Compares the results with the ceilings, the plain kernel and the baselines. Sorts the results by number of
// bodies, kernel and fraction.
void finish(BenchReport& report, const Device& device);

}  // namespace milkomeda
