// The hand-written loops (simd_sum.hpp), timed on the bodies that kernels on a CPU device are timed
// on.
#pragma once

#include <optional>
#include <vector>

#include "compute/bench/bench_report.hpp"
#include "compute/simd/simd_sum.hpp"

namespace milkomeda {

class BaselineBench {
  public:
    BaselineBench(const std::vector<Float4>& bodies, double softening, unsigned threads,
                  std::vector<SimdLoop> loops)
        : sum_{bodies, softening, threads}, bodies_{bodies.size()}, loops_{std::move(loops)} {}

    // Times all loops, about so many seconds altogether; a sum that is too long for that on a part, symmetric
    // ones not at all. Of several calls the best median of each form is kept. Throws std::runtime_error for a
    // wrong result.
    void measure(double seconds, const BenchReference& reference);
    // The fastest loop of each form, and what it reached.
    std::vector<SimdLoop> best_loops() const;
    const std::vector<BenchBaseline>& found() const { return found_; }

  private:
    double time(const SimdLoop& loop, double share);
    std::optional<BenchBaseline> measure(const SimdLoop& loop, double seconds,
                                         const BenchReference& reference);

    SimdSum sum_;
    std::size_t bodies_;
    std::size_t rows_ = 0;  // of the last sum
    std::vector<SimdLoop> loops_;
    std::vector<BenchBaseline> found_;  // one of each form
};

}  // namespace milkomeda
