// Every number becomes the sum of those before it.
#pragma once

#include "compute/fmm/fmm_kernels.hpp"

namespace milkomeda {

class PrefixSum {
  public:
    PrefixSum(const FmmContext& context, const FmmPrograms& programs);

    // Of numbers first ... first + count - 1, in place; the sum of all goes to totals[slot].
    void enqueue(const cl::Buffer& numbers, std::size_t first, std::size_t count, const cl::Buffer& totals,
                 std::size_t slot);

  private:
    FmmContext context_;
    cl::Kernel sum_blocks_, scan_blocks_;
    cl::Buffer sums_;
    std::size_t capacity_ = 0;  // blocks
};

}  // namespace milkomeda
