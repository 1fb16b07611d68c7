// The exact sum over all pairs of bodies, or over one k-th of the sources, for any number of bodies.
#pragma once

#include <memory>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

// Without a variant the device's default sums. A symmetric variant sums over fractions and potentials with a
// one-sided one, and altogether where its partial sums would take too much of the device's memory. With
// secondary devices it is make_multi_device_solver(). Throws std::runtime_error with the compiler's log, and
// std::invalid_argument for settings that the device does not allow.
std::unique_ptr<TunableSolver> make_direct_solver(const SolverContext& context, const KernelChoice& kernel);

}  // namespace milkomeda
