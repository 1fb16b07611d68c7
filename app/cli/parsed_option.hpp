// Splits a command line into options with their values.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace milkomeda {

struct ParsedOption {
    // long name of the option ("--output", also for "-o"); the word itself for a positional argument
    std::string name;
    std::optional<std::string> value;  // value after '=' or in the next word

    bool is_word() const { return !name.starts_with('-'); }
    std::vector<std::string> words() const;
};

// Returns the words that concern `render`. Options of `render` may stand before the command's name, mixed
// with options of the window, which are left out.
std::vector<ParsedOption> parse_render_words(const std::vector<std::string>& words);

}  // namespace milkomeda
