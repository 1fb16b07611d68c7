// Conversion of TOML nodes to values. The read() functions return false for a wrong type, and for numbers
// that are infinite or NaN.
#pragma once

#include <toml++/toml.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "data/base/range.hpp"
#include "data/galaxies/galaxy_spec.hpp"

namespace milkomeda {

// Parses a command-line value as TOML; if that fails, as unquoted text. Returns a table with the key `value`.
toml::table setting_of(const std::string& text);

bool read(const toml::node& node, std::string& value);
bool read(const toml::node& node, bool& value);
bool read(const toml::node& node, double& value);
bool read(const toml::node& node, std::size_t& value);  // returns false for numbers below 1
bool read(const toml::node& node, std::array<double, 3>& value);
bool read(const toml::node& node, std::vector<std::string>& value);
bool read(const toml::node& node, Profile& value);
// The following two functions also return false for numbers outside `range`.
bool read(const toml::node& node, double& value, const Range& range);
bool read(const toml::node& node, std::array<double, 3>& value, const Range& range);

template <typename Value>
bool read(const toml::node& node, std::optional<Value>& value) {
    return read(node, value.emplace());
}
template <typename Value>
bool read(const toml::node& node, std::optional<Value>& value, const Range& range) {
    return read(node, value.emplace(), range);
}

}  // namespace milkomeda
