// The fast multipole method as a solver: selectable force errors, cost linear in the number of bodies.
#pragma once

#include <memory>

#include "compute/fmm/fmm.hpp"
#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Creates a solver with kernels of this form, by default the form that suits the device. accelerations.w always holds
// the potential. The solver ignores work ranges and fractions of the sources: it always computes the whole sum.
// Secondary devices compute the forces of a part of the bodies if timing shows that sharing the work is faster. With
// fixed `settings`, the solver ignores ForceSpec::accuracy.
std::unique_ptr<Solver> make_fmm_solver(const SolverContext& context, std::optional<FmmForm> form = {},
                                        const std::optional<FmmSettings>& settings = {});

// Creates the multipole method itself, without the Solver interface, with the kernels that suit the device.
Fmm make_fmm(const SolverContext& context, const FmmSettings& settings);

}  // namespace milkomeda
