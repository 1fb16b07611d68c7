// The fast multipole method as a solver: errors of a chosen size, and a cost that is linear in the number of
// bodies.
#pragma once

#include <memory>

#include "compute/fmm/fmm.hpp"
#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Makes a solver in the form that suits the device. Accelerations hold potentials in w. The solver ignores
// work ranges and fractions of the sources and always computes the whole sum. Secondary devices compute a
// part of the bodies if that is faster, which is measured here.
std::unique_ptr<Solver> make_fmm_solver(const SolverContext& context);

// Makes the method itself with `settings`, in the form that suits the device.
Fmm make_fmm(const SolverContext& context, const FmmSettings& settings);

// Makes a solver with a given form and fixed settings; it ignores the accuracy of a ForceSpec.
std::unique_ptr<Solver> make_fmm_solver(const SolverContext& context, FmmForm form,
                                        const FmmSettings& settings);

}  // namespace milkomeda
