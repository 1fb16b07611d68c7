// Constants of star formation, shared by computing formation rates and drawing young stars.
#pragma once

namespace milkomeda {

// Time span of star formation in Myr: the lifetime of the stars that ionize nebulae.
inline constexpr double formation_span_myr = 20;

// Rates are relative to the mean of an uncompressed disk, and are stored as base-2 logarithms of at most this
// magnitude.
inline constexpr float max_log2_formation_rate = 8;

}  // namespace milkomeda
