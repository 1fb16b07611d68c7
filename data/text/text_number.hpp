// Reading and writing of numbers in text files, with error messages for invalid numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace milkomeda {

// Parses a finite 32-bit float independently of the locale; numbers too small for a float become 0. Negative
// numbers are invalid in the column "mass". Throws std::invalid_argument with a message that quotes the token
// and names the column.
float parse_float(std::string_view token, std::string_view column);

// Formats a number with at most six significant digits, in every locale with a decimal point and no comma: "0.25",
// "1e-06".
std::string short_number(double value);

// Appends the shortest text that represents the float exactly.
void append(std::string& text, float value);

// Returns the size as text such as "1.2 MB".
std::string size_text(std::uintmax_t bytes);

}  // namespace milkomeda
