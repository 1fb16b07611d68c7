// Reading and writing of numbers in text files, with error messages for invalid numbers.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace milkomeda {

// Parses a finite number independently of the locale. Accepts a plus sign and exponents as Fortran writes them
// (1.0D+00, 1.0-100). Numbers that are too small for the type become 0. `decimal` is the decimal sign, '.' or ','.
// Throws std::invalid_argument with a message that quotes the token and names the column.
template <typename Number>
Number parse_unusual_number(std::string_view token, std::string_view column, char decimal);
template <typename Number>
Number parse_number(std::string_view token, std::string_view column, char decimal = '.') {
    Number value{};
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
    if (error == std::errc{} && end == token.data() + token.size() && std::isfinite(value) && decimal == '.')
        return value;
    return parse_unusual_number<Number>(token, column, decimal);
}

// Returns true if the text is a number that parse_number() accepts, or rejects only because it is too large or not
// finite ("nan").
bool is_number(std::string_view token, char decimal = '.');

// Formats a number with at most six significant digits, independently of the locale: "0.25", "1e-06".
std::string short_number(double value);

// Formats a number that is at least 0 with `digits` significant digits. Large numbers have all digits before the
// decimal point and no exponent: with 3 digits "0.0123", "12.3", "81920".
std::string rounded_number(double value, int digits);

// Returns the shortest text that represents the number exactly, with a decimal point in every locale.
template <typename Number>
std::string exact_number(Number value) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

// Converts the whole text to a number. Returns an empty optional if the text is not a number of this type or is out of
// range.
template <typename Number>
std::optional<Number> number_from(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? std::optional{number} : std::nullopt;
}

// Formats a count with thousands separators, such as "8,192".
std::string count_text(std::uintmax_t count);

// Returns the size as text such as "1.2 MB".
std::string size_text(std::uintmax_t bytes);

}  // namespace milkomeda
