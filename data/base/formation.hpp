// Constants of star formation, shared by the code that computes its rates and the code that draws it.
#pragma once

namespace milkomeda {

// A span of star formation: stars that make nebulae glow live no longer.
inline constexpr double formation_span_myr = 20;

// Rates are kept as logarithms to base 2, from minus so much to so much.
inline constexpr float max_log2_formation_rate = 8;

}  // namespace milkomeda
