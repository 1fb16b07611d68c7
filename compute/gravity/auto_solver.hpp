// Chooses between the direct sum and the fast multipole method by timing the two methods on the device.
#pragma once

#include <memory>

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Creates a solver that chooses the faster of the two methods. At first, the solver times both methods for
// `context.accuracy`, with about ten sums. When a different accuracy is first requested, the solver also times the
// multipole method for that accuracy. For exact accuracy, for fractions of the sources and for few bodies, the solver
// uses the direct sum with `kernel`, without timing. kernel() is empty while the multipole method is in use.
std::unique_ptr<Solver> make_auto_solver(const SolverContext& context, const KernelChoice& kernel);

}  // namespace milkomeda
