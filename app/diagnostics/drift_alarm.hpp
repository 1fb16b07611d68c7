// Messages about a run that conserves energy badly, with advice.
#pragma once

#include <string>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

// Bound of |E - E0| / |E0|. The default collision stays within 3e-4 for 80 time units. Above 1e-3, its second
// passage comes at another time than with a smaller timestep.
inline constexpr double default_drift_bound = 1e-3;

// Returns one line on why these parameters do not conserve energy at any timestep; empty if they should.
std::string why_not_conserved(const SimulationParameters& parameters);

// Returns one line that says that the energy error exceeds the bound.
std::string drift_words(double energy_error, double bound, const SimulationParameters& parameters);

}  // namespace milkomeda
