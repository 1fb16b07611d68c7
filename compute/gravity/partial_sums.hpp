// Partial sums on the device: how much memory they may take, and adding them up.
#pragma once

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Bytes for partial sums: at most 512 MiB, a quarter of the device's memory, its largest allocation, and what
// the bodies themselves leave (a symmetric sum is done in so many chunks that it fits).
std::size_t most_partial_bytes(const Device& device, std::size_t bodies);

// kernels/direct/partials.cl for so many slots.
class PartialSums {
  public:
    PartialSums(const SolverContext& context, std::size_t slots);

    // accelerations[first, first + rows) become, or gain with `add`, weight times the sum over the slots.
    void enqueue_sum(const cl::CommandQueue& queue, const cl::Buffer& partials, std::size_t stride,
                     std::size_t slots, double weight, bool add, const cl::Buffer& accelerations,
                     std::size_t first, std::size_t rows);

  private:
    std::size_t lanes_;
    cl::Kernel add_;
};

}  // namespace milkomeda
