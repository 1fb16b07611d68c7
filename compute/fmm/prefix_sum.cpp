#include "compute/fmm/prefix_sum.hpp"

namespace milkomeda {

PrefixSum::PrefixSum(const FmmContext& place, const FmmPrograms& programs)
    : place_{place}, sum_blocks_{programs.tree, "sum_blocks"}, scan_blocks_{programs.tree, "scan_blocks"} {}

void PrefixSum::enqueue(const cl::Buffer& numbers, std::size_t first, std::size_t count,
                        const cl::Buffer& totals, std::size_t slot) {
    const std::size_t block = place_.groups.scan * place_.groups.scan_per_item,
                      blocks = std::max<std::size_t>(1, (count + block - 1) / block);
    if (blocks > room_) sums_ = place_.buffer<cl_uint>(room_ = blocks);
    milkomeda::enqueue(place_.queue, sum_blocks_, blocks * place_.groups.scan, place_.groups.scan, numbers,
                       cl_uint(first), cl_uint(count), sums_);
    milkomeda::enqueue(place_.queue, scan_blocks_, blocks * place_.groups.scan, place_.groups.scan, numbers,
                       cl_uint(first), cl_uint(count), sums_, totals, cl_uint(slot));
}

}  // namespace milkomeda
