// Partial sums of accelerations on the device: the limit of their memory, and the kernel that adds up partial sums.
#pragma once

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Returns the maximum bytes for partial sums, which is the smallest of: 512 MiB, a quarter of the device's
// memory, the device's largest allocation, and the memory that the bodies leave free. A symmetric sum is
// divided into chunks that fit into this memory.
std::size_t most_partial_bytes(const Device& device, std::size_t bodies);

// Adds up partial sums with kernels/direct/partials.cl.
class PartialSums {
  public:
    PartialSums(const SolverContext& context, std::size_t slots);

    // Sums the partial sums of each row over all slots and multiplies the result by `weight`. Stores the
    // result in accelerations[first .. first + rows), or adds it to the old value if `add` is true.
    void enqueue_sum(const cl::CommandQueue& queue, const cl::Buffer& partials, std::size_t stride, std::size_t slots,
                     double weight, bool add, const cl::Buffer& accelerations, std::size_t first, std::size_t rows);

  private:
    std::size_t lanes_;
    cl::Kernel add_;
};

}  // namespace milkomeda
