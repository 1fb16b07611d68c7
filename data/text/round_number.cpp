#include "data/text/round_number.hpp"

#include <cmath>

namespace milkomeda {

double power_of_ten_below(double value) { return std::pow(10, std::floor(std::log10(value))); }

double round_number_below(double value) {
    constexpr double rounding = 1e-9;
    const double power = power_of_ten_below(value);
    for (const double digit : {5.0, 2.0})
        if (value >= digit * power * (1 - rounding)) return digit * power;
    return power;
}

double round_number_above(double value) {
    const double power = power_of_ten_below(value);
    for (const double digit : round_digits)
        if (digit * power > value) return digit * power;
    return 10 * power;
}

}  // namespace milkomeda
