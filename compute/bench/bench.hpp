// Measures how fast a device computes the direct sum with each kernel variant, and how fast it could be.
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
    double seconds = 30;  // time limit for all measurements; measurements that do not fit are left out
    bool full = false;    // measures every setting and every fraction, however many
    bool search = false;  // also runs the autotuner and reports its choice
};

using BenchBodies = std::function<ParticleSet(std::size_t bodies)>;
using BenchProgress = std::function<void(double share)>;

// Runs the bench. Results are checked after timing: throws std::runtime_error if a result is wrong or not
// finite.
BenchReport bench_direct(const Device& device, const ReadAsset& read, const BenchOptions& options,
                         const BenchBodies& bodies, const BenchProgress& progress);

// Measures several devices together, with the fastest kernel of the first device's report. `alone` has a
// report for each device; their ceilings are added. Returns one result per number of bodies.
std::vector<BenchResult> bench_multi_device(std::span<const Device> devices, const ReadAsset& read,
                                            const BenchOptions& options, const BenchBodies& bodies,
                                            std::span<const BenchReport> alone);

}  // namespace milkomeda
