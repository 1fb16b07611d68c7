// The range of numbers that a value may take.
#pragma once

namespace milkomeda {

struct Range {
    double least, most;

    constexpr bool contains(double value) const { return value >= least && value <= most; }  // false for NaN
};

}  // namespace milkomeda
