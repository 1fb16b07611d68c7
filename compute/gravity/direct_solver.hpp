// The exact sum over all pairs of bodies, or over every k-th source, for any number of bodies.
#pragma once

#include <memory>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

// Makes a solver with `kernel`, or with the device's default variant. A symmetric variant uses a one-sided
// kernel for fractions and potentials, and for everything if its partial sums need too much memory. With
// secondary devices this is make_multi_device_solver(). Throws std::runtime_error with the compiler's log,
// and std::invalid_argument for settings that the device does not allow.
std::unique_ptr<TunableSolver> make_direct_solver(const SolverContext& context, const KernelChoice& kernel);

}  // namespace milkomeda
