#include "app/cli/shell_words.hpp"

#include <algorithm>
#include <string_view>

#include "data/text/text.hpp"

namespace milkomeda {

std::string shell_quoted(const std::string& word) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view{"-_./=+,:"}.find(c) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, plain)) return word;
    std::string inside;
    for (const char c : word) inside += c == '\'' ? std::string{"'\\''"} : std::string{c};
    return '\'' + inside + '\'';
}

std::string shell_line(const std::vector<std::string>& words) { return join(words, shell_quoted, " "); }

}  // namespace milkomeda
