#include "app/cli/manual.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

std::string quoted_for_fish(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + "'";
}

// Returns the values that fish offers, such as " -a 'auto direct fmm'", or an empty string.
std::string fish_words(const Manual& manual, const OptionText& option) {
    const std::vector<std::string> words = words_offered(manual, option);
    return words.empty() ? "" : " -a " + quoted_for_fish(join(words, {}, " "));
}

std::string fish_option(const Manual& manual, const OptionText& option) {
    std::string text;
    for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    const bool is_path = takes(option, "FILE") || takes(option, "FOLDER");
    if (!option.is_flag()) text += (is_path ? " -r -F" : " -x") + fish_words(manual, option);
    return text + " -d " + quoted_for_fish(option.help);
}

// Returns fish commands that complete the options and arguments of a command, one per line. Each line begins with
// `start`, the condition under which fish uses the line.
std::string fish_lines(const Manual& manual, const CommandText& command, const std::string& start) {
    std::string text, word = " -f";  // fish completes file names only after options that take a file
    for (const OptionText& option : command.options)
        if (option.is_word())
            word = (takes(option, "FILE") ? " -F" : " -f") + fish_words(manual, option);
        else
            text += start + fish_option(manual, option) + "\n";
    return text + start + word + "\n";
}

}  // namespace

std::string fish_completion(const Manual& manual) {
    const std::string before = "complete -c milkomeda -n \"not __fish_seen_subcommand_from $commands\"";
    std::string text = "# Completion of the command line of milkomeda in fish.\nset -l commands " +
                       join(manual.commands(), &CommandText::name, " ") + "\n";
    text += fish_lines(manual, manual.pages.front(), before);
    for (const CommandText& command : manual.commands()) {
        text += before + " -a " + command.name + " -d " + quoted_for_fish(command.help) + "\n";
        text += fish_lines(manual, command,
                           "complete -c milkomeda -n \"__fish_seen_subcommand_from " + command.name + "\"");
    }
    return text;
}

}  // namespace milkomeda
