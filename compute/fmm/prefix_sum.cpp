#include "compute/fmm/prefix_sum.hpp"

namespace milkomeda {

PrefixSum::PrefixSum(const FmmContext& context, const FmmPrograms& programs)
    : context_{context}, sum_blocks_{programs.tree, "sum_blocks"}, scan_blocks_{programs.tree, "scan_blocks"} {}

void PrefixSum::enqueue(const cl::Buffer& numbers, std::size_t first, std::size_t count, const cl::Buffer& totals,
                        std::size_t slot) {
    const std::size_t block = context_.groups.scan * context_.groups.scan_per_item,
                      blocks = std::max<std::size_t>(1, (count + block - 1) / block);
    if (blocks > capacity_) sums_ = context_.buffer<cl_uint>(capacity_ = blocks);
    milkomeda::enqueue(context_.queue, sum_blocks_, blocks * context_.groups.scan, context_.groups.scan, numbers, first,
                       count, sums_);
    milkomeda::enqueue(context_.queue, scan_blocks_, blocks * context_.groups.scan, context_.groups.scan, numbers,
                       first, count, sums_, totals, slot);
}

}  // namespace milkomeda
