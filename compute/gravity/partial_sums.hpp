// Partial sums of accelerations on the device. A partial sum is the acceleration of a body by a part of the sources.
#pragma once

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Returns the maximum bytes for partial sums, which is the smallest of: 512 MiB, a quarter of the device's
// memory, the device's largest allocation, and the memory that the bodies leave free. A symmetric sum is
// divided into chunks that fit into this memory.
std::size_t most_partial_bytes(const Device& device, std::size_t bodies);

// Adds up the partial sums of each body with kernels/direct/partials.cl.
class PartialSums {
  public:
    PartialSums(const SolverContext& context, std::size_t slots);

    // Buffer of partial sums: each row (body) has `slots` partial sums; number s of row r is at index s * stride + r.
    struct Source {
        const cl::Buffer& partials;
        std::size_t stride, slots;
    };
    // Destination: the sums, multiplied by `weight`, go to the rows first ... first + rows - 1 of `accelerations`. If
    // `add` is true, the sums are added to the old accelerations; otherwise they replace the old accelerations.
    struct Target {
        const cl::Buffer& accelerations;
        std::size_t first, rows;
        double weight = 1;
        bool add = false;
    };
    // Enqueues a kernel that computes, for each row, the sum of all `slots` partial sums.
    void enqueue_sum(const cl::CommandQueue& queue, const Source& source, const Target& target);

  private:
    std::size_t lanes_;
    cl::Kernel add_;
};

}  // namespace milkomeda
