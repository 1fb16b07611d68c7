// Constants of star formation, shared by computing formation rates and drawing young stars.
#pragma once

namespace milkomeda {

// Time in Myr over which compression raises the star formation rate, and unit of time for star clusters in shaders.
inline constexpr double formation_span_myr = 20;

// Star formation rates are relative to the mean rate in a disk whose gas is not compressed, and are stored as base-2
// logarithms from -max_log2_formation_rate to max_log2_formation_rate.
inline constexpr float max_log2_formation_rate = 8;

// Stars form from gas before this model time. A star stores the time of its birth minus latest_birth, in single
// precision and so within birth_rounding (data/particles/young_stars.hpp).
inline constexpr double latest_birth = 4096, birth_rounding = 5e-4;

}  // namespace milkomeda
