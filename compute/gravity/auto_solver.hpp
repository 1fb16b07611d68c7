// Chooses between the direct sum and the fast multipole method by timing both on the device.
#pragma once

#include <memory>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

// Creates a solver that times both methods (about ten sums) for `context.accuracy`, and times them a second
// time when another accuracy is requested. For exact accuracy, for fractions of the sources and for few
// bodies, uses the direct sum with `kernel`. kernel() is empty while the multipole method is in use.
std::unique_ptr<TunableSolver> make_auto_solver(const SolverContext& context, const KernelChoice& kernel);

}  // namespace milkomeda
