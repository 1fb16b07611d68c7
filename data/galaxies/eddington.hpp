// Isotropic distribution function of a given density in a given potential.
#pragma once

#include <vector>

#include "data/galaxies/piecewise_linear.hpp"

namespace milkomeda {

// Returns f as a function of the binding energy E (0 at the escape energy) by Eddington's formula (1916,
// MNRAS 76, 572; Binney & Tremaine 2008, eq. 4.46b): sqrt(8) pi^2 f(E) = integral from 0 to E of d^2 rho/d
// psi^2 / sqrt(E - psi) d psi. `psi` must be positive and ascending; `density_slope` is d rho / d psi at each
// psi. f is negative at energies where no isotropic distribution function can produce the density.
PiecewiseLinear eddington(const std::vector<double>& psi, const std::vector<double>& density_slope);

}  // namespace milkomeda
