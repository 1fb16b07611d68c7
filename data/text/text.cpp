#include "data/text/text.hpp"

#include <cctype>

namespace milkomeda {

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts(1);
    for (const char c : text) {
        if (c == separator)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::string capitalized(std::string_view text) {
    std::string label{text};
    if (!label.empty()) label.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(label.front())));
    return label;
}

std::string quoted(std::string_view token) {
    constexpr std::size_t longest = 24;
    std::string text(token.substr(0, longest));
    for (char& c : text)
        if (c < ' ' || c > '~') c = '?';
    return "'" + text + (token.size() > longest ? "..." : "") + "'";
}

}  // namespace milkomeda
