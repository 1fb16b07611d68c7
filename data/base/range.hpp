// Closed interval of numbers.
#pragma once

namespace milkomeda {

struct Range {
    double least, most;

    constexpr bool contains(double value) const { return value >= least && value <= most; }  // false for NaN
};

}  // namespace milkomeda
