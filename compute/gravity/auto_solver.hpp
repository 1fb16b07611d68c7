// The direct sum or the multipole method, whichever is quicker for these bodies on this device.
#pragma once

#include <memory>

#include "compute/gravity/tunable_solver.hpp"

namespace milkomeda {

// Times both when it is made, for the accuracy that `place` names, and again when another one is asked for:
// some ten sums. The direct sum, in this kernel, is what an exact force and a fraction of one get, and few
// bodies. Has a kernel() while the direct sum runs.
std::unique_ptr<TunableSolver> make_auto_solver(const SolverContext& context, const KernelChoice& kernel);

}  // namespace milkomeda
