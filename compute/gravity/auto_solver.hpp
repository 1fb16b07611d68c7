// Chooses the direct sum or the fast multipole method by timing both on the device.
#pragma once

#include <memory>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

// Times both methods (about ten sums) when the solver is made, for the accuracy `context.accuracy`, and again
// when another accuracy is requested. Uses the direct sum with `kernel` for exact accuracy, for fractions of
// the sources, and for few bodies. kernel() is set while the direct sum runs.
std::unique_ptr<TunableSolver> make_auto_solver(const SolverContext& context, const KernelChoice& kernel);

}  // namespace milkomeda
