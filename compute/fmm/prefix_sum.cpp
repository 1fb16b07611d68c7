#include "compute/fmm/prefix_sum.hpp"

namespace milkomeda {

PrefixSum::PrefixSum(const FmmPlace& place)
    : place_{place}, work_group_{place.in_vectors() ? 1u : 256u}, per_item_{place.in_vectors() ? 4096u : 8u} {
    const cl::Program program = place.build("scan", work_group_, per_item_);
    sum_blocks_ = cl::Kernel{program, "sum_blocks"};
    scan_blocks_ = cl::Kernel{program, "scan_blocks"};
}

void PrefixSum::enqueue(const cl::Buffer& numbers, std::size_t first, std::size_t count,
                        const cl::Buffer& totals, std::size_t slot) {
    const std::size_t block = work_group_ * per_item_,
                      blocks = std::max<std::size_t>(1, (count + block - 1) / block);
    if (blocks > room_) sums_ = place_.buffer<cl_uint>(room_ = blocks);
    milkomeda::enqueue(place_.queue, sum_blocks_, blocks * work_group_, work_group_, numbers, cl_uint(first),
                       cl_uint(count), sums_);
    milkomeda::enqueue(place_.queue, scan_blocks_, blocks * work_group_, work_group_, numbers, cl_uint(first),
                       cl_uint(count), sums_, totals, cl_uint(slot));
}

}  // namespace milkomeda
