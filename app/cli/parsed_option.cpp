#include "app/cli/parsed_option.hpp"

#include <algorithm>

#include "app/cli/options.hpp"

namespace milkomeda {
namespace {

const CommandText& text_of(const std::vector<CommandText>& commands, const std::string& name) {
    return *std::ranges::find(commands, name, &CommandText::name);
}

const OptionText* option_of(const CommandText& command, const std::string& name) {
    const auto found = std::ranges::find_if(command.options, [&](const OptionText& option) {
        return !option.is_word() && std::ranges::find(option.names, name) != option.names.end();
    });
    return found == command.options.end() ? nullptr : &*found;
}

// Splits "--size=3x2" or "-oFILE" into name and value.
std::pair<std::string, std::optional<std::string>> name_and_value(const std::string& word) {
    const bool is_long = word.starts_with("--");
    const std::size_t end = is_long ? word.find('=') : 2;
    if (end >= word.size() || !word.starts_with('-')) return {word, {}};
    return {word.substr(0, end), word.substr(is_long ? end + 1 : end)};
}

}  // namespace

std::vector<std::string> ParsedOption::words() const { return value ? std::vector{name, *value} : std::vector{name}; }

std::vector<ParsedOption> parse_render_words(const std::vector<std::string>& words) {
    const std::vector<CommandText> commands = command_texts();
    std::vector<ParsedOption> parsed;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto [name, attached] = name_and_value(words[i]);
        const OptionText* const own = option_of(text_of(commands, "render"), name);
        const OptionText* const known = own ? own : option_of(text_of(commands, ""), name);
        if (!known) {
            parsed.push_back({words[i], {}});
            continue;
        }
        ParsedOption option{known->names.back(), attached};
        if (!attached && !known->is_flag() && i + 1 < words.size()) option.value = words[++i];
        if (own) parsed.push_back(std::move(option));
    }
    return parsed;
}

}  // namespace milkomeda
