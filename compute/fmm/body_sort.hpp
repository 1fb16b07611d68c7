// Sorts the bodies along the Morton curve of a box around all bodies.
#pragma once

#include <array>

#include "compute/fmm/prefix_sum.hpp"

namespace milkomeda {

// The bodies with indices `first` to `last` - 1 in Morton order.
struct BodyRange {
    cl_uint first = 0, last = 0;

    std::size_t size() const { return last - first; }
};

class BodySort {
  public:
    BodySort(const FmmContext& context, const FmmPrograms& programs, std::size_t bodies);

    // The following functions enqueue the stages of the sort. They must be called in this order: enqueue_keys(), all
    // passes of the radix sort, then the gathering of the sorted bodies.
    void enqueue_keys(const cl::Buffer& positions);
    int passes() const {
        const int digit_bits = static_cast<int>(context_.groups.digit_bits);
        return (key_bits + digit_bits - 1) / digit_bits;
    }
    void enqueue_pass(int pass, PrefixSum& prefix_sum, const cl::Buffer& totals, std::size_t slot);
    void enqueue_gather(const cl::Buffer& positions);

    // Copies accelerations that a secondary device computed into `accelerations`. `found` holds the accelerations of
    // the bodies in `range`, in Morton order and for G = 1. `gravity` is the factor G.
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
