// Keys with dots, before a text of TOML is parsed: each dot opens a table inside another one, and who frees
// such tables calls itself as often as they are nested.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace milkomeda {

inline constexpr std::size_t most_dots = 16;  // of a key

// The line of the first key that has more, counted from 1.
std::optional<std::size_t> line_of_deep_key(std::string_view toml);

}  // namespace milkomeda
