// The direct sum as a loop in C++, written by hand for the vector instructions of x86 processors: the
// baseline that kernels on a CPU device are compared with. It is never used to simulate.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compute/kernels/kernel_variants.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Bodies, or their sums, ready for vectors; lengths are a multiple of all that the loops take at once.
struct SimdColumns {
    std::vector<float> x, y, z, mass;
};

struct SimdLoop {
    std::string_view instructions;  // "AVX-512", "AVX2"
    KernelForm form;
    // One-sided: rows [first, last) of the sums are set. Symmetric: the pairs of block `first` with itself
    // and all later blocks before `last` are added to them.
    void (*run)(const SimdColumns& bodies, float softening_squared, std::size_t first, std::size_t last,
                SimdColumns& sums);
};

// The loops that this processor can run; none on others than x86.
std::vector<SimdLoop> simd_loops();

// Sums over these bodies, on threads that live as long as this does and sleep between sums.
class SimdSum {
  public:
    SimdSum(const std::vector<Float4>& bodies, double softening, unsigned threads);
    ~SimdSum();

    // Computes all sums, or one-sided those of the first bodies only; returns how many.
    std::size_t sum(const SimdLoop& loop, double share = 1);
    std::vector<Float4> accelerations() const;  // of the last sum

  private:
    class Threads;
    std::size_t bodies_;
    float softening_squared_;
    SimdColumns columns_;
    std::vector<SimdColumns> sums_;  // of each thread; the first are the result
    std::unique_ptr<Threads> threads_;
};

}  // namespace milkomeda
