// Valid names of components and galaxies, used as table fields, columns, keys and arguments.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace milkomeda {

inline constexpr std::size_t longest_name = 100;

// Returns true if `name` is a valid name: ASCII text without quotes and without leading and trailing spaces.
bool is_component_name(std::string_view name);

// Converts any text to a valid name: replaces invalid characters by _ and truncates long text. Returns an
// empty string if no valid character remains.
std::string component_name_of(std::string_view text);

}  // namespace milkomeda
