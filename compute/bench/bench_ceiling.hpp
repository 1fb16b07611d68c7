// Measures the rate of the direct sum's arithmetic without memory access (kernels/bench/ceiling.cl).
#pragma once

#include <exception>
#include <map>
#include <optional>

#include "compute/bench/bench_field.hpp"

namespace milkomeda {

class CeilingBench {
  public:
    explicit CeilingBench(BenchContext& context) : context_{context} {}

    // Measures the ceiling and keeps the highest rate of all calls. Should be called several times, so that a
    // short disturbance of the machine does not lower the ceiling. The first call tries several numbers of
    // bodies per work-item, and later calls use the fastest number. Throws cl::Error if no kernel runs.
    void measure();
    const std::vector<BenchCeiling>& found() const { return found_; }

  private:
    double rate(KernelForm form);
    // Returns the rate in pairs per second; empty if the kernel does not run, for example for lack of
    // registers.
    std::optional<double> rate_with(KernelForm form, unsigned per_item);

    BenchContext& context_;
    std::map<KernelForm, unsigned> per_item_;
    std::vector<BenchCeiling> found_;
    std::exception_ptr failure_;  // error of the last kernel that did not run
};

}  // namespace milkomeda
