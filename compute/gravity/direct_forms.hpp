// The two forms of the direct sum, one-sided and symmetric. make_direct_solver() chooses one of these forms.
#pragma once

#include <memory>

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Output buffers of a solver. Two solvers that never run at the same time may share output buffers.
struct Results {
    cl::Buffer accelerations;
    cl::Buffer partials;
    std::size_t partial_rows = 0;  // capacity of `partials` in float4 rows; 0 without such a buffer
};

// Creates a one-sided solver; `settings` must be complete. Allocates the buffers of `results` that are null.
std::unique_ptr<Solver> make_one_sided_solver(const SolverContext& context, const KernelVariant& variant,
                                              const KernelSettings& settings, Results results);
// Creates a symmetric solver; `settings` must be complete. Returns null if memory is too small.
std::unique_ptr<Solver> make_symmetric_solver(const SolverContext& context, const KernelVariant& variant,
                                              const KernelSettings& settings);

// Returns the build options that all kernels of the direct sum need.
std::string build_options(const KernelSettings& settings);

// Work-group size of the kernels that gather sources (kernels/direct/sources.cl).
inline constexpr std::size_t gather_group = 64;

}  // namespace milkomeda
