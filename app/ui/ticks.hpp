// Round numbers for the ticks of a scale.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

struct Tick {
    double value;
    double place;  // 0 at the beginning of the scale, 1 at its end
    std::string text;
};

// Returns multiples of 1, 2 or 5 times a power of ten; on logarithmic scales powers of ten, or 1, 2 and 5
// times powers of ten if there are few. Returns about `wanted` ticks, at most twice as many. Needs least <
// most, and positive limits on logarithmic scales.
std::vector<Tick> ticks(double least, double most, bool logarithmic, double wanted = 4);

// Returns the number as text for a tick: six digits, "1e6" instead of "1e+06".
std::string tick_text(double value);

}  // namespace milkomeda
