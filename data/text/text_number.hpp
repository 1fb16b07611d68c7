// Numbers as text files have them, and what is said of those that are none.
#pragma once

#include <string>
#include <string_view>

namespace milkomeda {

// A finite 32-bit float, whatever the locale; too small ones are zero. In the column "mass", none below zero.
// Throws std::invalid_argument that quotes the token and names the column.
float parse_float(std::string_view token, std::string_view column);

// Six digits at most, with a point in every language: "0.25", "1e-06".
std::string short_number(double value);

// The fewest digits that read back as the same float.
void append(std::string& text, float value);

}  // namespace milkomeda
