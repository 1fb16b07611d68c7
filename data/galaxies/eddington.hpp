// The isotropic distribution function that makes a density in a potential.
#pragma once

#include <vector>

#include "data/galaxies/piecewise_linear.hpp"

namespace milkomeda {

// f by energy E (depth, from 0 at infinity) after Eddington (1916, MNRAS 76, 572; Binney & Tremaine 2008, eq.
// 4.46b): sqrt(8) pi^2 f(E) = integral from 0 to E of d^2 rho/d psi^2 / sqrt(E - psi) d psi. Takes psi,
// ascending from above 0, and d rho / d psi there. Where no isotropic distribution makes the density, f comes
// out negative.
PiecewiseLinear eddington(const std::vector<double>& psi, const std::vector<double>& density_slope);

}  // namespace milkomeda
