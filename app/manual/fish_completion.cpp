#include "app/manual/manual.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

std::string quoted_for_fish(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text) quoted += (c == '\'' || c == '\\') ? std::string{'\\', c} : std::string{c};
    return quoted + "'";
}

// " -a 'auto direct fmm'", or nothing.
std::string words_line(const Manual& manual, const OptionText& option) {
    const std::vector<std::string> words = words_offered(manual, option);
    return words.empty() ? "" : " -a " + quoted_for_fish(join(words, {}, " "));
}

std::string option_line(const OptionText& option, const Manual& manual) {
    std::string line;
    for (const std::string& name : option.names)
        line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    if (!option.value.empty())
        line += (takes(option, "FILE") || takes(option, "FOLDER") ? " -r -F" : " -x") +
                words_line(manual, option);
    return line + " -d " + quoted_for_fish(option.help);
}

}  // namespace

std::string fish_completion(const Manual& manual) {
    std::string text = "# What fish offers behind \"milkomeda\".\nset -l commands " +
                       join(command_names(manual), {}, " ") + "\n";
    for (const CommandText& command : manual.commands) {
        const bool is_program = command.name.empty();
        const std::string start = std::string{"complete -c milkomeda -n \""} + (is_program ? "not " : "") +
                                  "__fish_seen_subcommand_from " + (is_program ? "$commands" : command.name) +
                                  "\"";
        bool reads_files = false;
        for (const OptionText& option : command.options) {
            if (!option.is_word())
                text += start + option_line(option, manual) + "\n";
            else if (const std::string words = words_line(manual, option); !words.empty())
                text += start + words + "\n";
            reads_files |= option.is_word() && takes(option, "FILE");
        }
        if (!reads_files) text += start + " -f\n";
        if (is_program)
            for (const CommandText& one : manual.commands)
                if (!one.name.empty())
                    text += start + " -a " + one.name + " -d " + quoted_for_fish(one.help) + "\n";
    }
    return text;
}

}  // namespace milkomeda
