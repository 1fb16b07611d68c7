// Enumerations by the names that people type.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace milkomeda {

// The value whose name this is, where names stand in the order of the values.
template <typename Enum, std::size_t count>
std::optional<Enum> value_named(const std::array<std::string_view, count>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Enum>(found - names.begin());
}

}  // namespace milkomeda
