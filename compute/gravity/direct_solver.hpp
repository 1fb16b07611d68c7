// The direct sum: exact accelerations from all pairs of bodies, or from every k-th body as a source.
#pragma once

#include <memory>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

// Creates a solver with `kernel`, or with the device's default kernel if `kernel` has no variant. A symmetric variant
// uses a one-sided kernel for fractions of the sources and for potentials, and always if its partial sums need too much
// memory. With secondary devices, calls make_multi_device_solver(). Throws std::runtime_error with the compiler's log,
// and std::invalid_argument for settings that the device does not allow.
std::unique_ptr<TunableSolver> make_direct_solver(const SolverContext& context, const KernelChoice& kernel);

}  // namespace milkomeda
