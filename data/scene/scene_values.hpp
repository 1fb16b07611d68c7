// Conversion of TOML nodes to values. The read() functions return false for a wrong type, and for numbers
// that are infinite or NaN.
#pragma once

#include <toml++/toml.h>

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "data/base/range.hpp"
#include "data/galaxies/galaxy_spec.hpp"

namespace milkomeda {

// Each dot of a key nests a table, and freeing nested tables recurses once per level, which could exhaust the stack.
// Keys with more dots are therefore rejected before TOML is parsed.
inline constexpr std::size_t most_dots = 16;

// Returns the line, counted from 1, of the first key with more than most_dots dots.
std::optional<std::size_t> line_of_deep_key(std::string_view toml);

// Parses a command-line value as TOML; if that fails, as unquoted text. Returns a table with the key `value`.
toml::table setting_of(const std::string& text);

bool read(const toml::node& node, std::string& value);
bool read(const toml::node& node, bool& value);
bool read(const toml::node& node, double& value);
bool read(const toml::node& node, std::size_t& value);  // returns false for numbers below 1
bool read(const toml::node& node, std::array<double, 3>& value);
bool read(const toml::node& node, std::vector<std::string>& value);
// The following three functions also return false for numbers outside `range`.
bool read(const toml::node& node, double& value, const Range& range);
bool read(const toml::node& node, std::array<double, 3>& value, const Range& range);
bool read(const toml::node& node, glm::dvec3& value, const Range& range);

template <typename Value>
bool read(const toml::node& node, std::optional<Value>& value) {
    return read(node, value.emplace());
}
template <typename Value>
bool read(const toml::node& node, std::optional<Value>& value, const Range& range) {
    return read(node, value.emplace(), range);
}

template <Named Enum>
bool read(const toml::node& node, Enum& value) {
    std::string name;
    const auto found = read(node, name) ? value_named<Enum>(name) : std::nullopt;
    if (found) value = *found;
    return found.has_value();
}

}  // namespace milkomeda
