#include "data/particles/component_name.hpp"

#include <algorithm>

namespace milkomeda {
namespace {

bool is_allowed(char c) { return c >= ' ' && c <= '~' && c != '"'; }

}  // namespace

bool is_component_name(std::string_view name) {
    return std::ranges::all_of(name, is_allowed) && !name.empty() && name.size() <= longest_name &&
           name.front() != ' ' && name.back() != ' ';
}

std::string component_name_of(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    std::string name{text.substr(0, longest_name)};
    std::ranges::replace_if(
        name, [](char c) { return !is_allowed(c); }, '_');
    while (name.ends_with(' ')) name.pop_back();
    return name;
}

}  // namespace milkomeda
