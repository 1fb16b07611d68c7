// Times the hand-written SIMD loops (compute/simd/simd_sum.hpp), the baseline for kernels on CPU devices.
#pragma once

#include <optional>
#include <vector>

#include "compute/bench/bench_report.hpp"
#include "compute/simd/simd_sum.hpp"

namespace milkomeda {

class BaselineBench {
  public:
    BaselineBench(const std::vector<Float4>& bodies, double softening, unsigned threads, std::vector<SimdLoop> loops)
        : sum_{bodies, softening, threads}, bodies_{bodies.size()}, loops_{std::move(loops)} {}

    // Times all loops within about `seconds`. If a sum takes too long, one-sided loops are timed on a part of
    // the sum, and symmetric loops are skipped. Repeated calls keep the shortest median of each form. Throws
    // std::runtime_error if a result is wrong.
    void measure(double seconds, const BenchReference& reference);
    // Returns the fastest loop of each form.
    std::vector<SimdLoop> best_loops() const;
    const std::vector<BenchBaseline>& found() const { return found_; }

  private:
    double time(const SimdLoop& loop, double share);
    std::optional<BenchBaseline> measure(const SimdLoop& loop, double seconds, const BenchReference& reference);

    SimdSum sum_;
    std::size_t bodies_;
    std::size_t rows_ = 0;  // number of bodies whose acceleration the last sum computed
    std::vector<SimdLoop> loops_;
    std::vector<BenchBaseline> found_;  // best result of each form (one-sided, symmetric)
};

}  // namespace milkomeda
