#include "app/manual/manual.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr const char* zsh_script = R"(#compdef milkomeda
# What zsh offers behind "milkomeda".
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

// Within single quotes, with a backslash before each of the characters `escaped`.
std::string quoted_for_zsh(std::string_view text, std::string_view escaped) {
    std::string quoted;
    for (const char c : text) {
        if (escaped.find(c) != std::string_view::npos) quoted += '\\';
        quoted += c == '\'' ? "'\\''" : std::string{c};
    }
    return quoted;
}

// What completes a value, for _arguments.
std::string zsh_action(const OptionText& option) {
    if (takes(option, "SCENE")) return takes(option, "FILE") ? "_milkomeda_sources" : "_milkomeda_scenes";
    if (takes(option, "FILE")) return "_files";
    if (takes(option, "FOLDER")) return "_files -/";
    const std::string known = join(known_words(option.value), {}, " ");
    return known.empty() ? " " : "(" + known + ")";
}

// A line of _arguments for each name of an option.
std::string zsh_lines(const OptionText& option) {
    const std::string value =
        option.is_flag() ? "" : ":" + quoted_for_zsh(option.value, ":\\") + ":" + zsh_action(option);
    if (option.is_word()) return "                '" + value + "' \\\n";
    const std::string once = option.is_repeated ? "*" : "(" + join(option.names, {}, " ") + ")";
    std::string text;
    for (const std::string& name : option.names) {
        const std::string joint = option.is_flag() ? "" : name.starts_with("--") ? "=" : "+";
        text += "                '" + once + name + joint + "[" + quoted_for_zsh(option.help, "[]\\") + "]" +
                value + "' \\\n";
    }
    return text;
}

std::string zsh_case(const CommandText& command) {
    std::string text = "        '" + command.name + "')\n            _arguments \\\n";
    if (command.is_program()) text += "                ':command, scene or file:_milkomeda_starts' \\\n";
    for (const OptionText& option : command.options)
        if (!command.is_program() || !option.is_word()) text += zsh_lines(option);
    return text + "                && return\n            ;;\n";
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
