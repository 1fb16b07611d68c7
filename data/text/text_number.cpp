#include "data/text/text_number.hpp"

#include <fmt/format.h>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "data/text/text.hpp"

namespace milkomeda {
namespace {

// Returns true if a number outside the range of float is so small that it rounds to zero, false if it is too large.
bool rounds_to_zero(std::string_view number) {
    double value = 0;
    const auto error = std::from_chars(number.data(), number.data() + number.size(), value).ec;
    if (error == std::errc{}) return std::abs(value) < 1;
    return number.find("e-") != number.npos || number.find("E-") != number.npos;
}

}  // namespace

float parse_float(std::string_view token, std::string_view column) {
    const auto refuse = [&](const std::string& why) {
        throw std::invalid_argument(fmt::format("{} in column {} is {}", quoted(token), column, why));
    };
    std::string_view number = token;
    if (number.starts_with('+') && !number.starts_with("+-"))
        number.remove_prefix(1);  // std::from_chars does not accept a plus sign
    const char* const number_end = number.data() + number.size();
    float value = 0;
    const auto [end, error] = std::from_chars(number.data(), number_end, value);
    if (error == std::errc::invalid_argument || end != number_end) refuse("not a number");
    if (error == std::errc::result_out_of_range && !rounds_to_zero(number)) refuse("too large for a 32-bit float");
    if (!std::isfinite(value)) refuse("not finite");
    if (column == "mass" && value < 0)
        throw std::invalid_argument(fmt::format("the mass {} is negative", quoted(token)));
    return value;
}

std::string short_number(double value) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 6).ptr};
}

std::string size_text(std::uintmax_t bytes) {
    constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB"};
    double size = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; size >= 999.5 && unit + 1 < units.size(); ++unit) size /= 1000;
    return fmt::format("{:.{}f} {}", size, unit == 0 || size >= 9.95 ? 0 : 1, units[unit]);
}

}  // namespace milkomeda
