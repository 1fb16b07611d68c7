// The two forms of the direct sum on one device, behind make_direct_solver.
#pragma once

#include <memory>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

class DirectSolver : public TunableSolver {
  public:
    std::string description() const override { return "direct, " + to_string(kernel()); }
};

// Two solvers that never run at the same time may share these buffers.
struct Results {
    cl::Buffer accelerations;
    cl::Buffer partials;
    std::size_t partial_rows = 0;  // float4; 0: none
};

// Both take complete settings. Results that are empty are allocated.
std::unique_ptr<DirectSolver> make_one_sided_solver(const SolverContext& context,
                                                    const KernelVariant& variant,
                                                    const KernelSettings& settings, Results results);
// Null where the partial sums do not fit.
std::unique_ptr<DirectSolver> make_symmetric_solver(const SolverContext& context,
                                                    const KernelVariant& variant,
                                                    const KernelSettings& settings);

// The options that all kernels of the direct sum are built with.
std::string build_options(const KernelSettings& settings);

// Work-items of a group in the kernels that gather bodies (kernels/direct/sources.cl).
inline constexpr std::size_t gather_group = 64;

}  // namespace milkomeda
