// Sorts the bodies along the Morton curve of a box around all bodies, with prefix sums on the device.
#pragma once

#include <array>

#include "compute/fmm/fmm_kernels.hpp"

namespace milkomeda {

// Exclusive prefix sums on the device.
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

// The bodies with indices `first` to `last` - 1 in Morton order.
struct BodyRange {
    cl_uint first = 0, last = 0;

    std::size_t size() const { return last - first; }
};

class BodySort {
  public:
    BodySort(const FmmContext& context, const FmmPrograms& programs, std::size_t bodies);

    // Sorts only the first `bodies` bodies from now on, at most as many as before.
    void set_size(std::size_t bodies) { count_ = bodies; }

    // The following functions enqueue the stages of the sort. They must be called in this order: enqueue_keys(),
    // enqueue_pass() for each of the passes() passes of the radix sort, enqueue_gather().
    void enqueue_keys(const cl::Buffer& positions);
    int passes() const {
        const int digit_bits = static_cast<int>(context_.groups.digit_bits);
        return (key_bits + digit_bits - 1) / digit_bits;
    }
    void enqueue_pass(int pass, PrefixSum& prefix_sum, const cl::Buffer& totals, std::size_t slot);
    void enqueue_gather(const cl::Buffer& positions);

    // Writes to `accelerations` the results of a secondary device: `found` holds the accelerations of the bodies in
    // `range`, in Morton order and for G = 1. They are multiplied by `gravity` (G).
    void enqueue_results(const cl::Buffer& found, const BodyRange& range, double gravity,
                         const cl::Buffer& accelerations);

    std::size_t bytes() const {
        return bytes_of({extents_, box_, digit_offsets_, bodies_, keys_[0], keys_[1], order_[0], order_[1]});
    }
    const cl::Buffer& box() const { return box_; }
    const cl::Buffer& keys() const { return keys_[passes() % 2]; }
    // Returns a buffer that maps the index of a body in Morton order to the body's row in `positions`.
    const cl::Buffer& order() const { return order_[passes() % 2]; }
    // Columns x, y, z and mass in Morton order. Each column has stride() elements.
    const cl::Buffer& bodies() const { return bodies_; }
    std::size_t stride() const { return stride_; }
    std::size_t size() const { return count_; }

  private:
    static constexpr int key_bits = 63;

    FmmContext context_;
    std::size_t count_, stride_;
    std::size_t blocks_, parts_;
    cl::Kernel find_extents_, choose_box_, make_keys_, gather_bodies_, count_digits_, place_by_digit_, place_results_;
    cl::Buffer extents_, box_, digit_offsets_, bodies_;
    std::array<cl::Buffer, 2> keys_, order_;
};

}  // namespace milkomeda
