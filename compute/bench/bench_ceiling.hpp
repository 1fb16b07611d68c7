// The rate of the direct sum's operations without memory (kernels/bench/ceiling.cl).
#pragma once

#include <map>
#include <optional>

#include "compute/bench/bench_field.hpp"

namespace milkomeda {

class CeilingBench {
  public:
    explicit CeilingBench(BenchPlace& place) : place_{place} {}

    // Called several times, so that a machine that was busy for a moment does not lower it; but for the first
    // time only with what was best then.
    void measure();
    const std::vector<BenchCeiling>& found() const { return found_; }

  private:
    double rate(KernelForm form);
    // Pairs per second; none where this takes too many registers, say.
    std::optional<double> rate_with(KernelForm form, unsigned per_item);

    BenchPlace& place_;
    std::map<KernelForm, unsigned> per_item_;
    std::vector<BenchCeiling> found_;
};

}  // namespace milkomeda
