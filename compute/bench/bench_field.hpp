// One number of bodies on a device, and the timing of kernels on them.
#pragma once

#include <map>
#include <memory>

#include "compute/bench/bench.hpp"
#include "compute/bench/bench_baseline.hpp"
#include "compute/bench/bench_clock.hpp"
#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

// A bench works here.
struct BenchContext {
    const Device& device;
    const ReadAsset& read;
    cl::Context context{handle_of(device)};
    BenchClock clock{context, device};
};

struct BenchCandidate {
    const KernelVariant* variant;
    KernelSettings settings;
    std::unique_ptr<TunableSolver> solver;  // null for settings that this device cannot run
    double seconds = 0;                     // for a sum with all bodies as sources, judged by a part of it
    std::string failure = {};               // why there is no solver, where OpenCL has said so
};

// The ways to time a result.
struct BenchTiming {
    unsigned fraction_denominator = 1;
    double seconds = 0.05;        // of timings
    double longest_whole = 0.25;  // sums that take longer are timed on a part
    double baseline_seconds = 0;  // and so long for the baseline
};

class BenchField {
  public:
    // Without loops there is no baseline.
    BenchField(BenchContext& place, ParticleSet particles, double softening, std::vector<SimdLoop> loops);

    std::size_t bodies() const { return particles_.size(); }
    std::span<const Float4> positions() const { return particles_.positions; }
    const BaselineBench* baseline() const { return baseline_.get(); }

    BenchCandidate candidate(const KernelVariant& variant, const KernelSettings& settings);
    BenchResult time(BenchCandidate& candidate, const BenchTiming& timing);
    BenchPhases time_phases();

  private:
    std::unique_ptr<TunableSolver> make(const KernelVariant& variant, const KernelSettings& settings);
    double enqueue_sum(Solver& solver, unsigned k, double part);
    double probe(Solver& solver);
    double median(Solver& solver, const BenchTiming& timing, double part);
    void check(const Solver& solver, BenchResult& result);
    const BenchReference& reference(unsigned k);

    BenchContext& place_;
    ParticleSet particles_;
    double softening_;
    cl::Buffer positions_;
    std::map<unsigned, BenchReference> references_;  // by the fraction's denominator
    std::unique_ptr<BaselineBench> baseline_;        // on CPU devices
};

}  // namespace milkomeda
