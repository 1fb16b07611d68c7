// How fast a device computes the direct sum, in each of its forms, and how fast it could.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "compute/bench/bench_report.hpp"
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

using BenchBodies = std::function<ParticleSet(std::size_t bodies)>;
using BenchProgress = std::function<void(double share)>;

// Results are checked after they were timed: throws std::runtime_error for one that is not finite or is
// wrong.
BenchReport bench_direct(const Device& device, const ReadAsset& read, const BenchOptions& options,
                         const BenchBodies& bodies, const BenchProgress& progress);

// The same sum by several devices together, with the fastest kernel of the first one's report. `alone` has a
// report of each; their ceilings add up. One result for each number of bodies.
std::vector<BenchResult> bench_multi_device(std::span<const Device> devices, const ReadAsset& read,
                                            const BenchOptions& options, const BenchBodies& bodies,
                                            std::span<const BenchReport> alone);

}  // namespace milkomeda
