// The names of components and galaxies, which become fields of tables, columns, keys and words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace milkomeda {

inline constexpr std::size_t longest_name = 100;

// ASCII characters without quotes, and without blanks at the ends.
bool is_component_name(std::string_view name);

// What is nearest to a text of which nothing is known: _ for other characters, shortened; empty where nothing
// is left.
std::string component_name_of(std::string_view text);

}  // namespace milkomeda
