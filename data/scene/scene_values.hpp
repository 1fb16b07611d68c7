// Reads a scene's values: false for another type, and for numbers that are infinite or none.
#pragma once

#include <toml++/toml.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "data/base/range.hpp"
#include "data/galaxies/galaxy_spec.hpp"

namespace milkomeda {

// A value from the command line, TOML or else a text without quotes, as `value` of a table.
toml::table setting_of(const std::string& text);

bool read(const toml::node& node, std::string& value);
bool read(const toml::node& node, bool& value);
bool read(const toml::node& node, double& value);
bool read(const toml::node& node, std::size_t& value);  // from 1
bool read(const toml::node& node, std::array<double, 3>& value);
bool read(const toml::node& node, std::vector<std::string>& value);
bool read(const toml::node& node, Profile& value);
// Inside a range only.
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
