#include "app/cli/manual.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr const char* zsh_script = R"(#compdef milkomeda
# Completion of the command line of milkomeda in zsh.
_milkomeda_scenes() {
    local -a scenes=(@SCENES@)
    _describe scene scenes
}
_milkomeda_sources() {
    _alternative 'scenes:scene:_milkomeda_scenes' 'files:file:_files'
}
_milkomeda_starts() {
    local -a commands=(
@COMMANDS@    )
    _describe command commands
    _milkomeda_sources
}
_milkomeda() {
    local command=
    local -i at=${words[(i)(@NAMES@)]}
    if ((at < CURRENT)); then
        command=$words[at]
        words[at]=()
        ((CURRENT--))
    fi
    case $command in
@CASES@    esac
}
_milkomeda "$@"
)";

// Escapes the text for single quotes of zsh, with a backslash before each character in `escaped`.
std::string quoted_for_zsh(std::string_view text, std::string_view escaped) {
    std::string quoted;
    for (const char c : text) {
        if (escaped.find(c) != std::string_view::npos) quoted += '\\';
        quoted += c == '\'' ? "'\\''" : std::string{c};
    }
    return quoted;
}

// Returns the action with which the zsh function _arguments completes the option's value.
std::string zsh_action(const OptionText& option) {
    if (takes(option, "SCENE")) return takes(option, "FILE") ? "_milkomeda_sources" : "_milkomeda_scenes";
    if (takes(option, "FILE")) return "_files";
    if (takes(option, "FOLDER")) return "_files -/";
    const std::string known = join(known_words(option.value), {}, " ");
    return known.empty() ? " " : "(" + known + ")";
}

std::string zsh_value(const OptionText& option) {
    return option.is_flag() ? "" : ":" + quoted_for_zsh(option.value, ":\\") + ":" + zsh_action(option);
}

// Returns the argument with which the zsh function _arguments completes an option under one of its names.
std::string zsh_option(const OptionText& option, const std::string& name) {
    const std::string once = option.is_repeated ? "*" : "(" + join(option.names, {}, " ") + ")";
    const std::string joint = option.is_flag() ? "" : name.starts_with("--") ? "=" : "+";
    return once + name + joint + "[" + quoted_for_zsh(option.help, "[]\\") + "]" + zsh_value(option);
}

std::string zsh_case(const CommandText& command) {
    std::vector<std::string> arguments;
    if (command.is_program()) arguments.emplace_back(":command, scene or file:_milkomeda_starts");
    for (const OptionText& option : command.options) {
        if (!option.is_word())
            for (const std::string& name : option.names) arguments.push_back(zsh_option(option, name));
        else if (!command.is_program())
            arguments.push_back(zsh_value(option));
    }
    return "        '" + command.name + "')\n            _arguments \\\n                '" +
           join(arguments, {}, "' \\\n                '") + "' && return\n            ;;\n";
}

}  // namespace

std::string zsh_completion(const Manual& manual) {
    std::string commands, cases;
    for (const CommandText& command : manual.commands())
        commands += "        '" + command.name + ":" + quoted_for_zsh(command.help, ":\\") + "'\n";
    for (const CommandText& command : manual.pages) cases += zsh_case(command);
    std::string text = filled_in(zsh_script, "SCENES", join(manual.scenes, {}, " "));
    text = filled_in(text, "COMMANDS", commands);
    text = filled_in(text, "NAMES", join(manual.commands(), &CommandText::name, "|"));
    return filled_in(text, "CASES", cases);
}

}  // namespace milkomeda
