// Round numbers for scales and axes: 1, 2 or 5 times a power of ten.
#pragma once

#include <array>

namespace milkomeda {

inline constexpr std::array round_digits{1.0, 2.0, 5.0};

// Returns the largest power of ten that is at most `value`, which must be positive.
double power_of_ten_below(double value);

// Returns the largest round number that is at most `value`, which must be positive. A round number that exceeds `value`
// by a relative difference of at most 1e-9 is accepted, because `value` may contain rounding errors.
double round_number_below(double value);

// Returns the smallest round number that is larger than `value`, which must be positive.
double round_number_above(double value);

}  // namespace milkomeda
