// Partial sums on the device: their memory limit, and adding them up.
#pragma once

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Returns the maximum bytes for partial sums: 512 MiB, a quarter of the device's memory, its largest
// allocation, or the memory that the bodies leave, whichever is least. A symmetric sum is divided into chunks
// that fit.
std::size_t most_partial_bytes(const Device& device, std::size_t bodies);

// Adds up partial sums with kernels/direct/partials.cl.
class PartialSums {
  public:
    PartialSums(const SolverContext& context, std::size_t slots);

    // accelerations[first .. first + rows) is set to `weight` times the sum over the slots, or increased by
    // it if `add`.
    void enqueue_sum(const cl::CommandQueue& queue, const cl::Buffer& partials, std::size_t stride,
                     std::size_t slots, double weight, bool add, const cl::Buffer& accelerations,
                     std::size_t first, std::size_t rows);

  private:
    std::size_t lanes_;
    cl::Kernel add_;
};

}  // namespace milkomeda
