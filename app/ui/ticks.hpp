// Computes round numbers for the ticks of an axis.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

struct Tick {
    double value;
    double place;  // relative position: 0 at the start of the axis, 1 at its end
    std::string text;
};

// Returns about `wanted` ticks, at most twice that number. Linear axes have multiples of 1, 2 or 5 times a power of
// ten. Logarithmic axes have powers of ten; if the range contains few powers of ten, also 2 and 5 times powers of ten.
// Requires least < most; logarithmic axes require least > 0.
std::vector<Tick> ticks(double least, double most, bool logarithmic, double wanted = 4);

// Returns a number as text with at most six digits; writes exponents without plus sign and leading zeros, as in "1e6"
// and "1e-5".
std::string tick_text(double value);

}  // namespace milkomeda
