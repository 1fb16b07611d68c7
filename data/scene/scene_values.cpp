#include "data/scene/scene_values.hpp"

#include <algorithm>
#include <cmath>

#include "data/scene/deep_keys.hpp"

namespace milkomeda {
namespace {

constexpr std::pair<std::string_view, Profile> profiles[] = {{"king", Profile::king},
                                                             {"hernquist", Profile::hernquist},
                                                             {"nfw", Profile::nfw},
                                                             {"plummer", Profile::plummer},
                                                             {"uniform", Profile::uniform}};

}  // namespace

toml::table setting_of(const std::string& text) {
    try {
        if (!line_of_deep_key(text)) {
            toml::table table = toml::parse("value = " + text);
            if (table.size() == 1) return table;
        }
    } catch (const toml::parse_error&) {
    }
    return toml::table{{"value", text}};
}

bool read(const toml::node& node, std::string& value) {
    const auto text = node.value_exact<std::string>();
    if (text) value = *text;
    return text.has_value();
}

bool read(const toml::node& node, bool& value) {
    const auto found = node.value_exact<bool>();
    if (found) value = *found;
    return found.has_value();
}

bool read(const toml::node& node, double& value) {
    if (!node.is_number()) return false;
    value = *node.value<double>();
    return std::isfinite(value);
}

bool read(const toml::node& node, std::size_t& value) {
    const auto number = node.value_exact<std::int64_t>();
    if (!number || *number < 1) return false;
    value = static_cast<std::size_t>(*number);
    return true;
}

bool read(const toml::node& node, std::array<double, 3>& value) {
    const toml::array* const list = node.as_array();
    if (!list || list->size() != 3) return false;
    return read(*list->get(0), value[0]) && read(*list->get(1), value[1]) && read(*list->get(2), value[2]);
}

bool read(const toml::node& node, std::vector<std::string>& value) {
    const toml::array* const list = node.as_array();
    if (!list) return false;
    value.clear();
    return std::all_of(list->begin(), list->end(),
                       [&](const toml::node& entry) { return read(entry, value.emplace_back()); });
}

bool read(const toml::node& node, Profile& value) {
    std::string name;
    if (!read(node, name)) return false;
    const auto found = std::ranges::find(profiles, name, [](const auto& profile) { return profile.first; });
    if (found == std::end(profiles)) return false;
    value = found->second;
    return true;
}

bool read(const toml::node& node, double& value, const Range& range) {
    return read(node, value) && range.contains(value);
}

bool read(const toml::node& node, std::array<double, 3>& value, const Range& range) {
    return read(node, value) && std::ranges::all_of(value, [&](double number) { return range.contains(number); });
}

}  // namespace milkomeda
