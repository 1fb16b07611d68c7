#include "app/ui/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/text/round_number.hpp"

namespace milkomeda {
namespace {

// relative tolerance, so that an end of the axis that is a round number except for rounding errors gets a tick
constexpr double rounding = 1e-6;

std::vector<Tick> linear_ticks(double least, double most, double wanted) {
    const double step = round_number_above(0.7 * (most - least) / wanted);
    std::vector<Tick> found;
    const double begin = std::ceil(least / step - rounding) + 0.0;  // adding 0.0 converts -0 to 0
    const double end = std::floor(most / step + rounding);
    for (double i = begin; i <= end; ++i)
        found.push_back({i * step, (i * step - least) / (most - least), tick_text(i * step)});
    return found;
}

std::vector<Tick> logarithmic_ticks(double least, double most, double wanted) {
    const double from = std::log10(least), to = std::log10(most), decades = to - from;
    const double stride = std::max(1.0, std::ceil(decades / (wanted + 1)));
    std::vector<Tick> found;
    for (double power = std::floor(from); power <= to + rounding; ++power)
        for (const double factor : round_digits) {
            const bool dense = decades < 2.5, whole = std::fmod(power, stride) == 0;
            if (factor == 1 ? !whole : !dense) continue;
            const double value = factor * std::pow(10, power), place = (std::log10(value) - from) / decades;
            if (place >= -rounding && place <= 1 + rounding) found.push_back({value, place, tick_text(value)});
        }
    return found;
}

}  // namespace

std::string tick_text(double value) {
    const std::string text = fmt::format("{:.6g}", value);
    const std::size_t e = text.find('e');
    return e == text.npos ? text : text.substr(0, e + 1) + std::to_string(std::stoi(text.substr(e + 1)));
}

std::vector<Tick> ticks(double least, double most, bool logarithmic, double wanted) {
    if (!logarithmic) return linear_ticks(least, most, wanted);
    // If the ends of the range differ by less than a factor of about two, fewer than two logarithmic ticks may lie
    // inside; the range then gets linear ticks.
    std::vector<Tick> found = logarithmic_ticks(least, most, wanted);
    if (found.size() > 1) return found;
    found = linear_ticks(least, most, wanted);
    for (Tick& tick : found) tick.place = std::log(tick.value / least) / std::log(most / least);
    return found;
}

}  // namespace milkomeda
