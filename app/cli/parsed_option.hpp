// The words of a command line, each option with its value.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace milkomeda {

struct ParsedOption {
    std::string name;                  // "--output", also of "-o"; of a word that is no option: itself
    std::optional<std::string> value;  // behind '=', or in the next word

    bool is_word() const { return !name.starts_with('-'); }
    std::vector<std::string> words() const;
};

// What `render` has of them: options may stand before the command, those of the window, too.
std::vector<ParsedOption> parse_render_words(const std::vector<std::string>& words);

}  // namespace milkomeda
