// Round numbers for scales and axes: 1, 2 or 5 times a power of ten.
#pragma once

#include <array>

namespace milkomeda {

inline constexpr std::array round_digits{1.0, 2.0, 5.0};

// The largest power of ten that is at most `value`, which is positive.
double power_of_ten_below(double value);

// The largest round number that is at most `value`, which is positive. What falls short of a round number by
// 1e-9 of it counts as that number: it may be a sum of parts.
double round_number_below(double value);

// The smallest round number that is more than `value`, which is positive.
double round_number_above(double value);

}  // namespace milkomeda
