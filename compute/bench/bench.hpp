// Measures the rate at which a device computes the direct sum with each kernel variant, and the largest rate
// that the device's arithmetic allows.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "compute/bench/bench_report.hpp"
#include "data/base/inclusion.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

struct BenchOptions {
    std::vector<std::size_t> bodies;  // numbers of bodies to measure, in ascending order
    double softening = 0.05;
    double seconds = 30;  // time limit for the whole bench; kernels that would exceed the limit are left out
    bool full = false;    // measures all settings and fractions, without a time limit
    bool search = false;  // also runs the autotuner and reports its choice
};

using BenchBodies = std::function<ParticleSet(std::size_t bodies)>;
using BenchProgress = std::function<void(double share)>;

// Runs the bench on one device. Compares every timed result with a double-precision sum, and throws
// std::runtime_error if a result is wrong or not finite.
BenchReport bench_direct(const Device& device, const ReadAsset& read, const BenchOptions& options,
                         const BenchBodies& bodies, const BenchProgress& progress);

// Measures several devices that share each sum, with the first device's fastest kernel. `alone` holds one
// report per device, measured alone. Returns one result per number of bodies.
std::vector<BenchResult> bench_multi_device(std::span<const Device> devices, const ReadAsset& read,
                                            const BenchOptions& options, const BenchBodies& bodies,
                                            std::span<const BenchReport> alone);

using BuildTimed = std::function<void(const KernelChoice& kernel, double seconds)>;

// Builds every kernel with each of its settings, and calls `timed` with each result. Also runs a slice (part) of a sum,
// because some drivers compile a kernel only at its first run. Throws as make_direct_solver().
void bench_build(const Device& device, std::size_t bodies, const ReadAsset& read, const BuildTimed& timed);

}  // namespace milkomeda
