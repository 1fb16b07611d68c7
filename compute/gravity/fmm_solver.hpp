// The fast multipole method: errors of a chosen size, and a cost that is linear in the number of bodies.
#pragma once

#include <memory>

#include "compute/fmm/fmm.hpp"
#include "compute/gravity/solver.hpp"

namespace milkomeda {

// In the form that is made for the device. Accelerations hold potentials in w. A share of the sum is the
// whole, and a fraction of the sources all: these are the direct sum's. Secondary devices sum for a part of
// the bodies each, where that is quicker: it is measured when the solver is made.
std::unique_ptr<Solver> make_fmm_solver(const SolverContext& context);

// The method itself, with these settings, in the form that is made for the device.
Fmm make_fmm(const SolverContext& context, const FmmSettings& settings);

// The solver in a form of one's choice, and always with these settings, whatever accuracy is asked for.
std::unique_ptr<Solver> make_fmm_solver(const SolverContext& context, FmmForm form,
                                        const FmmSettings& settings);

}  // namespace milkomeda
