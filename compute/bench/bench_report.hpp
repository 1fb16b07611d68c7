// The results of a bench of the direct sum.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/bench/bench_reference.hpp"
#include "compute/kernels/kernel_choice.hpp"

namespace milkomeda {

// The kernel that all rates are compared with: the form of the tutorials, with a work-group of 256.
inline constexpr std::string_view plain_kernel = "tiled";

// One kernel variant with given settings on a number of bodies.
struct BenchResult {
    KernelChoice kernel;
    // differs from the variant if a symmetric variant uses a one-sided kernel for a fraction
    const KernelVariant* computed_by = nullptr;
    std::size_t bodies = 0;
    unsigned fraction_denominator = 1;
    bool best = true;     // best settings of this kernel and fraction that were tried
    bool chosen = false;  // chosen by the autotuner
    double seconds = 0;   // for one sum, that is, a step without the integration
    double part = 1;      // fraction of the sum that was timed; seconds and rate are extrapolated
    double pairs_per_second = 0;
    double of_ceiling = 0;
    std::optional<double> times_tiled = {};  // rate relative to tiled:wg=256 with all bodies as sources
    std::optional<double> of_baseline = {};  // rate relative to the one-sided hand-written loop
    std::optional<double> times_first = {};  // rate of several devices relative to the first device alone
    std::string shares = {};                 // shares of several devices
    // empty for a part of a symmetric sum, which completes no body's acceleration
    std::optional<BenchErrors> errors = {};
};

// Rate of the arithmetic without memory access (kernels/bench/ceiling.cl).
struct BenchCeiling {
    KernelForm form;
    double pairs_per_second = 0;  // a pair computed for both bodies counts twice, as in a sum of N^2 pairs
    // false if a kernel was faster, because the driver compiles the ceiling kernel badly
    bool holds = true;
};

// Rate of a hand-written loop on the same processor (compute/simd/simd_sum.hpp).
struct BenchBaseline {
    KernelForm form;
    std::string_view instructions;
    std::size_t bodies = 0;
    double seconds = 0;  // seconds for one sum
    double part = 1;     // fraction of the sum that was timed
    double pairs_per_second = 0;
    BenchErrors errors;
};

// Seconds per step outside of the force evaluation.
struct BenchPhases {
    std::size_t bodies = 0;
    double moves = 0;  // seconds for kicks and drift
    // reading positions and velocities to the host, needed if they cannot be drawn from the device
    double read = 0;
};

// A measurement that was left out because of time, memory, or a failure of the device.
struct BenchLeftOut {
    const KernelVariant* variant;
    std::size_t bodies;
    std::string failure;  // OpenCL error of the first of its settings; empty if none has failed
};

struct BenchReport {
    std::vector<BenchResult> results;
    std::vector<BenchCeiling> ceilings;
    std::vector<BenchBaseline> baselines;  // only on CPU devices
    std::vector<BenchPhases> phases;       // only with BenchOptions::full
    std::vector<BenchLeftOut> left_out;
    bool device_clock = false;  // true if timed by the device's clock, false if by the host's
};

// Returns the fastest kernel for a number of bodies with all of them as sources; null if none was measured.
const BenchResult* best_of(const BenchReport& report, std::size_t bodies);

// Fills in the comparisons with ceilings, plain kernel and baselines, and sorts by bodies, kernel and
// fraction.
void finish(BenchReport& report, const Device& device);

}  // namespace milkomeda
