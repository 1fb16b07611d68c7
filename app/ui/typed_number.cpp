#include "app/ui/typed_number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

// Returns the unit in a printf format: "kpc" for "%.2f kpc", "%" for "%.0f %%".
std::string unit_after_number(std::string_view format) {
    const std::size_t number = format.find('%');
    if (number == format.npos) return "";
    const std::size_t end = format.find_first_of("dfg", number);
    std::string word{format.substr(std::min(end, format.size() - 1) + 1)};
    if (const std::size_t percent = word.find("%%"); percent != word.npos) word.erase(percent, 1);
    return word;
}

}  // namespace

std::string slider_format(const char* format, double value, const PhysicalUnit& unit) {
    if (*unit.name == '\0' || unit.per_model_unit == 1) return format;
    constexpr double most_written_out = 1e6;
    const double shown = value * unit.per_model_unit, size = std::abs(shown);
    const std::string number = size < most_written_out ? rounded_number(size, 3) : fmt::format("{:.3g}", size);
    return fmt::format("{} ({}{} {})", format, shown < 0 ? "-" : "", number, unit.name);
}

std::string ShownNumber::text(double value) const {
    char written[96];
    if (is_whole)
        std::snprintf(written, sizeof written, format, static_cast<int>(value));
    else
        std::snprintf(written, sizeof written, slider_format(format, value, typed.unit).c_str(), value);
    return written;
}

TypedNumber typed_number(const std::string& text, double now, const Range& range, const ShownNumber& shown) {
    if (!shown.typed.least.empty() && text == shown.typed.least) return {range.least, ""};
    double value = 0;
    try {
        value = parse_quantity(text, shown.typed.unit, unit_after_number(shown.format));
    } catch (const std::invalid_argument& error) {
        return {now, fmt::format("{}: {}; the value stays {}", shown.label, error.what(), shown.text(now))};
    }
    const auto replaced = [&](const char* reason, double used) {
        return TypedNumber{used, fmt::format("{}: {} is {} {}", shown.label, text, reason, shown.text(used))};
    };
    if (value > range.most) return replaced("above the range; the value is set to the maximum", range.most);
    if (value < range.least) return replaced("below the range; the value is set to the minimum", range.least);
    if (const double whole = std::round(value); shown.is_whole && whole != value) return replaced("rounded to", whole);
    return {value, ""};
}

}  // namespace milkomeda
