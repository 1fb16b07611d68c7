// Constants of star formation, shared by computing formation rates and drawing young stars.
#pragma once

namespace milkomeda {

// Time span of star formation in Myr: the lifetime of the stars that ionize nebulae.
inline constexpr double formation_span_myr = 20;

// Rates relative to the mean of an uncompressed disk are stored as base-2 logarithms in the range
// -max_log2_formation_rate to max_log2_formation_rate.
inline constexpr float max_log2_formation_rate = 8;

}  // namespace milkomeda
