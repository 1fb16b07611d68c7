// Round numbers on a scale.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

struct Tick {
    double value;
    double place;  // 0 at the scale's beginning, 1 at its end
    std::string text;
};

// Multiples of 1, 2 or 5 times a power of ten; on logarithmic scales powers of ten, or 1, 2 and 5 times those
// where there are few. About as many as wanted, at most twice that. Needs least < most, above 0 on
// logarithmic scales.
std::vector<Tick> ticks(double least, double most, bool logarithmic, double wanted = 4);

// A number as a tick has it: six digits, "1e6" instead of "1e+06".
std::string tick_text(double value);

}  // namespace milkomeda
