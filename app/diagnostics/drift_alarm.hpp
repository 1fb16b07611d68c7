// Says when a run conserves energy too badly, and what would help.
#pragma once

#include <string>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

// Of |E - E0| / |E0|: the default collision stays within 3e-4 for 80 time units, and where 1e-3 is passed the
// second passage comes at another time than with a smaller timestep.
inline constexpr double default_drift_bound = 1e-3;

// One line on why these parameters do not conserve energy, whatever the timestep is; empty where they should.
std::string why_not_conserved(const SimulationParameters& parameters);

// One line for a bound that was passed.
std::string drift_words(double energy_error, double bound, const SimulationParameters& parameters);

}  // namespace milkomeda
