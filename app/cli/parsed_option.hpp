// Splits a command line into its options with their values.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace milkomeda {

struct ParsedOption {
    // Long name of the option ("--output", also if "-o" was typed), or the positional argument itself.
    std::string name;
    std::optional<std::string> value;  // value after '=' or in the following word; empty for a flag

    bool is_word() const { return !name.starts_with('-'); }
    std::vector<std::string> words() const;
};

// Returns the options of `render` and its positional arguments. Window options, which may stand before the
// word "render", are omitted.
std::vector<ParsedOption> parse_render_words(const std::vector<std::string>& words);

}  // namespace milkomeda
