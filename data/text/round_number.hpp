// Round numbers for scales and axes: 1, 2 or 5 times a power of ten.
#pragma once

#include <array>

namespace milkomeda {

inline constexpr std::array round_digits{1.0, 2.0, 5.0};

// Returns the largest power of ten that is at most `value` (positive).
double power_of_ten_below(double value);

// Returns the largest round number that is at most `value` (positive). A relative shortfall of 1e-9 is
// ignored, because `value` may be a sum with rounding errors.
double round_number_below(double value);

// Returns the smallest round number that is larger than `value` (positive).
double round_number_above(double value);

}  // namespace milkomeda
