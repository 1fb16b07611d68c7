// Chooses between the direct sum and the fast multipole method by timing the two methods on the device.
#pragma once

#include <memory>

#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Creates a solver that chooses the faster of the two methods. The solver times both methods with about ten sums for
// `context.accuracy`. When a different accuracy is requested, it times the multipole method for that accuracy. For
// exact accuracy, for fractions of the sources and for few bodies, the solver uses the direct sum with `kernel`,
// without timing. kernel() is empty while the multipole method is in use.
std::unique_ptr<Solver> make_auto_solver(const SolverContext& context, const KernelChoice& kernel);

}  // namespace milkomeda
