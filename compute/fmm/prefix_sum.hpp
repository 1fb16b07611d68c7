// Exclusive prefix sums on the device.
#pragma once

#include "compute/fmm/fmm_kernels.hpp"

namespace milkomeda {

class PrefixSum {
  public:
    PrefixSum(const FmmContext& context, const FmmPrograms& programs);

    // Replaces numbers[first ... first + count - 1] by exclusive prefix sums; writes the total to totals[slot].
    void enqueue(const cl::Buffer& numbers, std::size_t first, std::size_t count, const cl::Buffer& totals,
                 std::size_t slot);

  private:
    FmmContext context_;
    cl::Kernel sum_blocks_, scan_blocks_;
    cl::Buffer sums_;
    std::size_t capacity_ = 0;  // number of blocks for which sums_ has memory
};

}  // namespace milkomeda
