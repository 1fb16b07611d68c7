// A set of bodies on a device, and timings of kernels that compute the forces between these bodies.
#pragma once

#include <map>
#include <memory>

#include "compute/bench/bench.hpp"
#include "compute/bench/bench_baseline.hpp"
#include "compute/bench/bench_clock.hpp"
#include "compute/gravity/solver.hpp"

namespace milkomeda {

struct BenchCandidate {
    const KernelVariant* variant;
    KernelSettings settings;
    std::unique_ptr<Solver> solver;  // null if the device cannot run the kernel with these settings
    double seconds = 0;              // estimated seconds of a whole sum with all bodies as sources
    std::string failure = {};        // OpenCL error that prevented the solver; empty without an error
};

// Parameters of the timing of one kernel.
struct BenchTiming {
    unsigned fraction_denominator = 1;
    double seconds = 0.05;        // time limit: a sum is repeated for about this time
    double longest_whole = 0.25;  // seconds; if a whole sum takes longer, only a part of its rows is timed
    double baseline_seconds = 0;  // additional seconds for timing the SIMD loops of the baseline
};

class BenchField {
  public:
    // `loops` are the SIMD loops of the baseline; if `loops` is empty, no baseline is measured.
    BenchField(BenchContext& context, ParticleSet particles, double softening, std::vector<SimdLoop> loops);

    std::size_t bodies() const { return particles_.size(); }
    std::span<const Float4> positions() const { return particles_.positions; }
    const BaselineBench* baseline() const { return baseline_.get(); }

    BenchCandidate candidate(const KernelVariant& variant, const KernelSettings& settings);
    BenchResult time(BenchCandidate& candidate, const BenchTiming& timing);
    BenchPhases time_phases();

  private:
    double enqueue_sum(Solver& solver, unsigned k, double part);
    double probe(Solver& solver);
    double median(Solver& solver, const BenchTiming& timing, double part);
    void check(const Solver& solver, BenchResult& result);
    const BenchReference& reference(unsigned k);

    BenchContext& context_;
    ParticleSet particles_;
    double softening_;
    cl::Buffer positions_;
    std::map<unsigned, BenchReference> references_;  // reference accelerations, keyed by fraction_denominator
    std::unique_ptr<BaselineBench> baseline_;        // timings of SIMD loops; only on CPU devices
};

}  // namespace milkomeda
