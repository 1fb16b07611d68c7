// The direct sum as a loop in C++, written by hand for the vector instructions of x86 processors: the
// yardstick that kernels on a CPU device are held against. Never used to simulate.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compute/kernel_variants.hpp"
#include "data/particles.hpp"

namespace milkomeda {

// A body's own sum ready for vectors; lengths are a multiple of all that the loops take at once.
struct HandwrittenColumns {
    std::vector<float> x, y, z, mass;
};

struct HandwrittenLoop {
    std::string_view instructions;  // "AVX-512", "AVX2"
    KernelForm form;
    // One-sided: rows [first, last) of the sums are set. Symmetric: the pairs of block `first` with itself
    // and all later blocks before `last` are added to them.
    void (*run)(const HandwrittenColumns& bodies, float softening_squared, std::size_t first,
                std::size_t last, HandwrittenColumns& sums);
};

// Those that this processor can run; none on others than x86.
std::vector<HandwrittenLoop> handwritten_loops();

// Sums over these bodies, on threads that live as long as this does and sleep between sums.
class HandwrittenSum {
  public:
    HandwrittenSum(const std::vector<Float4>& bodies, double softening, unsigned threads);
    ~HandwrittenSum();

    // All sums, or one-sided those of the first bodies only: returns how many.
    std::size_t sum(const HandwrittenLoop& loop, double share = 1);
    std::vector<Float4> accelerations() const;  // of the last sum

  private:
    struct Team;
    std::size_t bodies_;
    float softening_squared_;
    HandwrittenColumns columns_;
    std::vector<HandwrittenColumns> sums_;  // of each thread; the first are the result
    std::unique_ptr<Team> team_;
};

}  // namespace milkomeda
