#include "data/scene/deep_keys.hpp"

#include <algorithm>
#include <cctype>
#include <string>

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

}  // namespace milkomeda
