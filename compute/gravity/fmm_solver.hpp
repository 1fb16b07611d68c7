// The fast multipole method: errors of a chosen size, and a cost that is linear in the number of bodies.
#pragma once

#include <memory>

#include "compute/fmm/fmm_settings.hpp"
#include "compute/gravity/solver.hpp"

namespace milkomeda {

// Its accelerations hold potentials in w. Fractions of the sources and shares of the sum are the direct
// sum's: it takes all. Throws std::runtime_error with the compiler's log.
std::unique_ptr<Solver> make_fmm_solver(const Workplace& place, const FmmSettings& settings, FmmForm form);

// In the form that is made for the device.
std::unique_ptr<Solver> make_fmm_solver(const Workplace& place, const FmmSettings& settings);

}  // namespace milkomeda
