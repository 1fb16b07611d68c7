// A hand-written direct sum with vector instructions of x86 processors: the baseline that kernels on a CPU
// device are compared with. It is never used in simulations.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compute/kernels/kernel_variants.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Bodies or sums in columns; lengths are padded to a multiple of the loops' block sizes.
struct SimdColumns {
    std::vector<float> x, y, z, mass;
};

struct SimdLoop {
    std::string_view instructions;  // "AVX-512" or "AVX2"
    KernelForm form;
    // One-sided: sets rows [first, last) of the sums. Symmetric: adds the pairs of block `first` with itself
    // and all later blocks before `last`.
    void (*run)(const SimdColumns& bodies, float softening_squared, std::size_t first, std::size_t last,
                SimdColumns& sums);
};

// Returns the loops that this processor can run; empty on processors other than x86.
std::vector<SimdLoop> simd_loops();

// Sums over fixed bodies, on threads that sleep between sums.
class SimdSum {
  public:
    SimdSum(const std::vector<Float4>& bodies, double softening, unsigned threads);
    ~SimdSum();

    // Computes all sums, or a share of the rows if the loop is one-sided; returns the number of rows.
    std::size_t sum(const SimdLoop& loop, double share = 1);
    std::vector<Float4> accelerations() const;  // results of the last sum

  private:
    class Threads;
    std::size_t bodies_;
    float softening_squared_;
    SimdColumns columns_;
    std::vector<SimdColumns> sums_;  // sums of each thread; the first are the result
    std::unique_ptr<Threads> threads_;
};

}  // namespace milkomeda
