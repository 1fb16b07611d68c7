// Lists of names that users type for the enumerators of an enumeration, in the order of the enumerators.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace milkomeda {

// List of the names of enumeration Enum. Specialize the list next to the enumeration:
//   template <>
//   inline constexpr std::array names<Fruit>{"apple"sv, "pear"sv};
template <typename Enum>
inline constexpr std::array<std::string_view, 0> names{};

template <typename Enum>
concept Named = !names<Enum>.empty();

// Returns the member `name` of each row of a table whose rows have the order of the enumerators.
template <typename Row, std::size_t count>
constexpr std::array<std::string_view, count> names_in(const std::array<Row, count>& rows) {
    std::array<std::string_view, count> list;
    std::ranges::transform(rows, list.begin(), &Row::name);
    return list;
}

template <Named Enum>
constexpr std::string_view name_of(Enum value) {
    return names<Enum>[static_cast<std::size_t>(value)];
}

template <Named Enum>
constexpr std::optional<Enum> value_named(std::string_view name) {
    const auto found = std::ranges::find(names<Enum>, name);
    if (found == names<Enum>.end()) return std::nullopt;
    return static_cast<Enum>(found - names<Enum>.begin());
}

// Returns the next enumerator; the last enumerator is followed by the first.
template <Named Enum>
constexpr Enum next(Enum value) {
    return static_cast<Enum>((static_cast<std::size_t>(value) + 1) % names<Enum>.size());
}

}  // namespace milkomeda
