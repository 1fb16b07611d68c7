// Valid names of components and galaxies, which become table fields, columns, keys and words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace milkomeda {

inline constexpr std::size_t longest_name = 100;

// Returns true for ASCII text without quotes and without spaces at the ends.
bool is_component_name(std::string_view name);

// Converts any text to a valid name: replaces other characters by _ and shortens it. Empty if nothing is
// left.
std::string component_name_of(std::string_view text);

}  // namespace milkomeda
