// A hand-written direct sum with vector instructions of x86 processors, as a baseline for the speed of kernels on CPU
// devices. Simulations never use this sum.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compute/kernels/kernel_variants.hpp"
#include "data/particles/particles.hpp"

namespace milkomeda {

// Columns of bodies or sums. All columns are padded to a multiple of the loops' block sizes.
struct SimdColumns {
    std::vector<float> x, y, z, mass;
};

struct SimdLoop {
    std::string_view instructions;  // "AVX-512" or "AVX2"
    KernelForm form;
    // A one-sided loop computes the sums of the rows first ... last - 1. In a symmetric loop, `first` and `last` are
    // block indices: the loop adds all pairs within block `first`, and all pairs of a body in block `first` and a body
    // in one of the blocks first + 1 ... last - 1.
    void (*run)(const SimdColumns& bodies, float softening_squared, std::size_t first, std::size_t last,
                SimdColumns& sums);
};

// Returns the loops that this CPU can run; empty on CPUs other than x86.
std::vector<SimdLoop> simd_loops();

// Computes sums over fixed bodies, on threads that sleep between sums.
class SimdSum {
  public:
    SimdSum(const std::vector<Float4>& bodies, double softening, unsigned threads);
    ~SimdSum();

    // Computes the accelerations of all rows, or, with a one-sided loop, of the fraction `share` (0 to 1) of the rows.
    // Returns the number of computed rows.
    std::size_t sum(const SimdLoop& loop, double share = 1);
    std::vector<Float4> accelerations() const;  // accelerations of the last sum

  private:
    class Threads;
    std::size_t bodies_;
    float softening_squared_;
    SimdColumns columns_;
    std::vector<SimdColumns> sums_;  // one set of sums per thread; sums_[0] is also the result
    std::unique_ptr<Threads> threads_;
};

}  // namespace milkomeda
