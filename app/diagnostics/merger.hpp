// The time at which two galaxies have merged, found in the measured separations of their centers.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "app/diagnostics/diagnostics_series.hpp"

namespace milkomeda {

// Galaxies have merged when the separation of their centers stays below this length, in model units (3 kpc), ...
inline constexpr double merger_separation = 0.75;
// ... for at least this model time (53 Myr), and until the newest measurement.
inline constexpr double merger_duration = 3;

// Returns the model time of the first measurement of the merged galaxies. Returns an empty optional if the galaxies
// have not merged, or if there are no separations. `rows` are in order of time.
std::optional<double> merger_time(std::span<const DiagnosticsSeries::Row> rows);

// Returns a text such as "merged at t = 71.20 (1.27 Gyr)".
std::string merger_words(double time);

}  // namespace milkomeda
