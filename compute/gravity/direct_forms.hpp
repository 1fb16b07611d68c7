// The two forms of the direct sum, behind make_direct_solver.
#pragma once

#include <functional>

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Where a solver works, and on how many bodies.
struct Workplace {
    cl::Context context;
    Device device;
    cl::CommandQueue queue;
    std::size_t bodies;
    ReadAsset read;
};

// What two solvers that never run at the same time may share. Partial sums: float4 rows, none for 0.
struct Results {
    cl::Buffer accelerations;
    cl::Buffer partials;
    std::size_t partial_rows = 0;
};

// Bytes for partial sums: at most 512 MiB, a quarter of the device's memory, its largest allocation, and what
// the bodies themselves leave (a symmetric sum is done in so many chunks that it fits).
std::size_t most_partial_bytes(const Device& device, std::size_t bodies);

// Never quite zero, so that a body's pair with itself, or with one on the same spot, gives a finite number
// times a distance of zero, also where masses are as large as the whole system's.
cl_float softening_squared(const Force& force);

// Both take complete settings. Results that are empty are allocated.
std::unique_ptr<Solver> make_one_sided_solver(const Workplace& place, const KernelVariant& variant,
                                              const KernelSettings& settings, Results results);
// Null where the partial sums do not fit.
std::unique_ptr<Solver> make_symmetric_solver(const Workplace& place, const KernelVariant& variant,
                                              const KernelSettings& settings);

// The options that all kernels of the direct sum are built with.
std::string build_options(const KernelSettings& settings);

// partials.cl for so many slots.
class PartialSums {
  public:
    PartialSums(const Workplace& place, std::size_t slots);

    // accelerations[first, first + rows) become, or gain with `add`, weight times the sum over the slots.
    void enqueue_sum(const cl::CommandQueue& queue, const cl::Buffer& partials, std::size_t stride,
                     std::size_t slots, double weight, bool add, const cl::Buffer& accelerations,
                     std::size_t first, std::size_t rows);

  private:
    std::size_t lanes_;
    cl::Kernel add_;
};

}  // namespace milkomeda
