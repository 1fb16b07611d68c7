// Exclusive prefix sums on the device.
#pragma once

#include "compute/fmm/fmm_kernels.hpp"

namespace milkomeda {

class PrefixSum {
  public:
    PrefixSum(const FmmContext& context, const FmmPrograms& programs)
        : context_{context}, sum_blocks_{programs.tree, "sum_blocks"}, scan_blocks_{programs.tree, "scan_blocks"} {}

    // Replaces numbers[first ... first + count - 1] by exclusive prefix sums; writes the total to totals[slot].
    void enqueue(const cl::Buffer& numbers, std::size_t first, std::size_t count, const cl::Buffer& totals,
                 std::size_t slot) {
        const std::size_t group = context_.groups.scan, block = group * context_.groups.scan_per_item;
        const std::size_t blocks = std::max<std::size_t>(1, (count + block - 1) / block);
        if (blocks > capacity_) sums_ = context_.buffer<cl_uint>(capacity_ = blocks);
        milkomeda::enqueue(context_.queue, sum_blocks_, blocks * group, group, numbers, first, count, sums_);
        milkomeda::enqueue(context_.queue, scan_blocks_, blocks * group, group, numbers, first, count, sums_, totals,
                           slot);
    }

  private:
    FmmContext context_;
    cl::Kernel sum_blocks_, scan_blocks_;
    cl::Buffer sums_;
    std::size_t capacity_ = 0;  // number of blocks for which sums_ has memory
};

}  // namespace milkomeda
