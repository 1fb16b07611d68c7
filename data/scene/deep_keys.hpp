// Protection against deeply nested keys, applied before TOML is parsed. Each dot of a key nests a table, and
// freeing nested tables recurses once per level, which could exhaust the stack.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace milkomeda {

inline constexpr std::size_t most_dots = 16;  // largest accepted number of dots in a key

// Returns the line, counted from 1, of the first key with more than most_dots dots.
std::optional<std::size_t> line_of_deep_key(std::string_view toml);

}  // namespace milkomeda
