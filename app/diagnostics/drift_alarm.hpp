// Messages with advice for a run whose energy error is large.
#pragma once

#include <string>

#include "data/simulation/parameters.hpp"

namespace milkomeda {

// Largest acceptable relative energy error |E - E0| / |E0|. The default collision stays below 3e-4 for 80
// time units. Above 1e-3, the time of its second passage differs from a run with a smaller timestep.
inline constexpr double default_drift_bound = 1e-3;

// Returns one line on why a run with these parameters cannot conserve energy at any timestep, or nothing.
std::string why_not_conserved(const SimulationParameters& parameters);

// Returns one line that says that the relative energy error exceeds `bound`.
std::string drift_words(double energy_error, double bound, const SimulationParameters& parameters);

}  // namespace milkomeda
