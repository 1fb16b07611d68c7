#include "data/text/text_number.hpp"

#include <fmt/format.h>
#include <algorithm>
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

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Converts a number with a decimal comma, a plus sign or an exponent of Fortran to the form that std::from_chars()
// accepts. Returns an empty text if the decimal sign is wrong.
std::string in_usual_form(std::string_view token, char decimal) {
    if (decimal == ',' && (token.find('.') != token.npos || token.ends_with(','))) return "";
    if (token.starts_with('+') && !token.starts_with("+-")) token.remove_prefix(1);
    std::string number(token);
    if (decimal == ',') std::replace(number.begin(), number.end(), ',', '.');
    if (const std::size_t letter = number.find_first_of("dD"); letter != number.npos) number[letter] = 'e';
    // Fortran omits the letter if the exponent has three digits.
    constexpr std::size_t exponent_size = 4;
    if (number.size() > exponent_size + 1) {
        const std::size_t sign = number.size() - exponent_size;
        const bool has_exponent = number[sign] == '-' || number[sign] == '+';
        if (has_exponent && (is_digit(number[sign - 1]) || number[sign - 1] == '.') && number.find('.') < sign &&
            number.find_first_of("eE") == number.npos)
            number.insert(sign, 1, 'e');
    }
    return number;
}

}  // namespace

template <typename Number>
Number parse_unusual_number(std::string_view token, std::string_view column, char decimal) {
    const auto refuse = [&](const std::string& why) {
        throw std::invalid_argument(fmt::format("{} in column {} is {}", quoted(token), column, why));
    };
    const std::string number = in_usual_form(token, decimal);
    const char* const number_end = number.data() + number.size();
    Number value{};
    const auto [end, error] = std::from_chars(number.data(), number_end, value);
    if (error == std::errc::invalid_argument || end != number_end) refuse("not a number");
    if (error == std::errc::result_out_of_range && !rounds_to_zero(number))
        refuse(fmt::format("too large for a {}-bit float", 8 * sizeof value));
    if (!std::isfinite(value)) refuse("not finite");
    return value;
}

template float parse_unusual_number(std::string_view, std::string_view, char);
template double parse_unusual_number(std::string_view, std::string_view, char);

bool is_number(std::string_view token, char decimal) {
    const std::string number = in_usual_form(token, decimal);
    const char* const number_end = number.data() + number.size();
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number_end, value);
    return error != std::errc::invalid_argument && end == number_end;
}

std::string short_number(double value) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 6).ptr};
}

std::string rounded_number(double value, int digits) {
    const bool has_fraction = value < std::pow(10, digits) - 0.5;
    return has_fraction ? fmt::format("{:.{}g}", value, digits) : fmt::format("{:.0f}", value);
}

std::string count_text(std::uintmax_t count) {
    std::string digits = std::to_string(count);
    for (std::size_t left = digits.size(); left > 3; left -= 3) digits.insert(left - 3, ",");
    return digits;
}

std::string size_text(std::uintmax_t bytes) {
    constexpr std::array units{"B", "kB", "MB", "GB", "TB", "PB"};
    double size = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; size >= 999.5 && unit + 1 < units.size(); ++unit) size /= 1000;
    return fmt::format("{:.{}f} {}", size, unit == 0 || size >= 9.95 ? 0 : 1, units[unit]);
}

}  // namespace milkomeda
