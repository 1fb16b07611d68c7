// The time at which two galaxies have merged, found in the measured separations of their centers.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/diagnostics/diagnostics_series.hpp"

namespace milkomeda {

// Galaxies have merged if the separation of their centers stays below `merger_separation` (model units; 3 kpc) for at
// least the time `merger_duration` and until the newest measurement.
inline constexpr double merger_separation = 0.75;
// Shortest model time (53 Myr) for which the separation of merged galaxies must stay below `merger_separation`.
inline constexpr double merger_duration = 3;

// Returns the model time of the first measurement of the merged galaxies. Returns an empty optional if the galaxies
// have not merged, or if there are no separations. `rows` are in order of time.
std::optional<double> merger_time(std::span<const DiagnosticsSeries::Row> rows);

// Returns a text such as "merged at t = 71.20 (1.27 Gyr)".
std::string merger_words(double time);

}  // namespace milkomeda
