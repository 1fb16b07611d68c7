#include "data/scene/scene_values.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

// Returns the end of the string or comment that begins at `at`, or `at` if there is no string or comment.
std::size_t end_of_text(std::string_view toml, std::size_t at) {
    const char quote = toml[at];
    if (quote == '#') return std::min(toml.find('\n', at), toml.size());
    if (quote != '"' && quote != '\'') return at;
    const std::string three(3, quote);
    const bool is_long = toml.substr(at).starts_with(three);
    const std::string_view end = std::string_view{three}.substr(0, is_long ? 3 : 1);
    at += end.size();
    while (at < toml.size() && !toml.substr(at).starts_with(end) && (is_long || toml[at] != '\n'))
        at += quote == '"' && toml[at] == '\\' ? 2 : 1;
    at += end.size();
    // The closing delimiter of a multi-line string may follow up to two quotes of the string.
    for (int i = 0; i < 2 && is_long && at < toml.size() && toml[at] == quote; ++i) ++at;
    return std::min(at, toml.size());
}

bool is_of_key(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == ' ' || c == '\t';
}

}  // namespace

std::optional<std::size_t> line_of_deep_key(std::string_view toml) {
    std::size_t dots = 0;
    for (std::size_t at = 0; at < toml.size();) {
        if (const std::size_t end = end_of_text(toml, at); end != at) {
            at = end;
            continue;
        }
        const char c = toml[at++];
        if (c == '.')
            ++dots;
        else if (!is_of_key(c))
            dots = 0;
        if (dots > most_dots) return 1 + static_cast<std::size_t>(std::ranges::count(toml.substr(0, at), '\n'));
    }
    return {};
}

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

bool read(const toml::node& node, double& value, const Range& range) {
    return read(node, value) && range.contains(value);
}

bool read(const toml::node& node, std::array<double, 3>& value, const Range& range) {
    return read(node, value) && std::ranges::all_of(value, [&](double number) { return range.contains(number); });
}

bool read(const toml::node& node, glm::dvec3& value, const Range& range) {
    std::array<double, 3> numbers{};
    const bool is_read = read(node, numbers, range);
    value = {numbers[0], numbers[1], numbers[2]};
    return is_read;
}

}  // namespace milkomeda
