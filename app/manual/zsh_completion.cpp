#include "app/manual/manual.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr const char* zsh_begin = R"(#compdef milkomeda
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
    local -i at=${words[(i)@PATTERN@]}
    if ((at < CURRENT)); then
        command=$words[at]
        words[at]=()
        ((CURRENT--))
    fi
    case $command in
)";

constexpr const char* zsh_end = R"(    esac
}
_milkomeda "$@"
)";

std::string replaced(std::string text, std::string_view what, const std::string& by) {
    return text.replace(text.find(what), what.size(), by);
}

// With a backslash before each of these characters; in quotes.
std::string quoted_for_zsh(std::string_view text, std::string_view escaped) {
    std::string quoted;
    for (const char c : text) {
        if (escaped.find(c) != std::string_view::npos) quoted += '\\';
        quoted += c == '\'' ? "'\\''" : std::string{c};
    }
    return quoted;
}

// ":message:action" of _arguments.
std::string value_of(const OptionText& option) {
    if (option.value.empty()) return "";
    const std::vector<std::string> known = known_words(option.value);
    const std::string action = takes(option, "SCENE") && takes(option, "FILE") ? "_milkomeda_sources"
                               : takes(option, "SCENE")                        ? "_milkomeda_scenes"
                               : takes(option, "FILE")                         ? "_files"
                               : takes(option, "FOLDER")                       ? "_files -/"
                               : known.empty()                                 ? " "
                                               : "(" + join(known, {}, " ") + ")";
    return ":" + quoted_for_zsh(option.value, ":\\") + ":" + action;
}

std::string arguments(const OptionText& option, bool is_program) {
    const std::string line = "                '";
    if (option.is_word())
        return line + (is_program ? ":command, scene or file:_milkomeda_starts" : value_of(option)) +
               "' \\\n";
    const bool has_value = !option.value.empty();
    std::string text;
    for (const std::string& name : option.names)
        text += line + (option.is_repeated ? "*" : "(" + join(option.names, {}, " ") + ")") + name +
                (!has_value               ? ""
                 : name.starts_with("--") ? "="
                                          : "+") +
                "[" + quoted_for_zsh(option.help, "[]\\") + "]" + value_of(option) + "' \\\n";
    return text;
}

}  // namespace

std::string zsh_completion(const Manual& manual) {
    std::string described, cases;
    for (const CommandText& command : manual.commands) {
        cases += "        '" + command.name + "')\n            _arguments \\\n";
        for (const OptionText& option : command.options) cases += arguments(option, command.name.empty());
        cases += "                && return\n            ;;\n";
        if (command.name.empty()) continue;
        described += "        '" + command.name + ":" + quoted_for_zsh(command.help, ":\\") + "'\n";
    }
    std::string text = replaced(zsh_begin, "@SCENES@", join(manual.scenes, {}, " "));
    text = replaced(replaced(text, "@COMMANDS@", described), "@PATTERN@",
                    "(" + join(command_names(manual), {}, "|") + ")");
    return text + cases + zsh_end;
}

}  // namespace milkomeda
