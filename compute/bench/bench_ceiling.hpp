// The rate of the direct sum's operations without memory (kernels/bench/ceiling.cl).
#pragma once

#include <exception>
#include <map>
#include <optional>

#include "compute/bench/bench_field.hpp"

namespace milkomeda {

class CeilingBench {
  public:
    explicit CeilingBench(BenchContext& place) : place_{place} {}

    // To be called several times, so that a machine that was busy for a moment does not lower it; only the
    // first call tries all numbers of bodies per work-item, the others the best of them. Throws what OpenCL
    // throws where none runs.
    void measure();
    const std::vector<BenchCeiling>& found() const { return found_; }

  private:
    double rate(KernelForm form);
    // Pairs per second; empty where this takes too many registers, say.
    std::optional<double> rate_with(KernelForm form, unsigned per_item);

    BenchContext& place_;
    std::map<KernelForm, unsigned> per_item_;
    std::vector<BenchCeiling> found_;
    std::exception_ptr failure_;  // the last
};

}  // namespace milkomeda
