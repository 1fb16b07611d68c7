#include <map>

#include "app/manual/manual.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr const char* bash_begin = R"(# What bash offers after a Tab behind "milkomeda".
_milkomeda() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' known='' files='' i
    if [[ $word == '=' ]]; then  # --option=value comes as three words
        word=''
    elif [[ $before == '=' ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((i = COMP_CWORD - 1; i > 0; --i)); do
        case ${COMP_WORDS[i]} in
            @COMMANDS@) command=${COMP_WORDS[i]} ;;
        esac
    done
    case "$command $before" in
)";

constexpr const char* bash_end = R"(    esac
    mapfile -t COMPREPLY < <(compgen -W "$known" -- "$word")
    if [[ $files ]]; then
        compopt -o filenames
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$files" -- "$word")
    fi
}
complete -F _milkomeda milkomeda
)";

// What may be typed for a value, as assignments.
std::string assignments(const Manual& manual, const OptionText& option) {
    const std::string files = takes(option, "FILE")     ? " files=-f"
                              : takes(option, "FOLDER") ? " files=-d"
                                                        : "";
    return "known='" + join(words_offered(manual, option), {}, " ") + "'" + files;
}

// Which options, as "COMMAND OPTION", are followed by the same.
std::string after_options(const Manual& manual) {
    std::map<std::string, std::vector<std::string>> cases;
    for (const CommandText& command : manual.commands)
        for (const OptionText& option : command.options)
            for (const std::string& name : option.names)
                if (!option.is_word() && !option.value.empty())
                    cases[assignments(manual, option)].push_back("'" + command.name + " " + name + "'");
    std::string text;
    for (const auto& [value, patterns] : cases)
        text += "        " + join(patterns, {}, " | ") + ") " + value + " ;;\n";
    return text;
}

std::string after_command(const CommandText& command, const Manual& manual) {
    std::vector<std::string> options, words;
    for (const OptionText& option : command.options)
        if (option.is_word())
            words.push_back(assignments(manual, option));
        else
            options.insert(options.end(), option.names.begin(), option.names.end());
    if (command.name.empty())  // a command may stand here, too
        words.push_back("known+=' " + join(command_names(manual), {}, " ") + "'");
    return "        '" + command.name +
           " '*)\n            if [[ $word == -* ]]; then\n                known='" + join(options, {}, " ") +
           "'\n            else\n                " +
           (words.empty() ? ":" : join(words, {}, "\n                ")) +
           "\n            fi\n            ;;\n";
}

}  // namespace

std::string bash_completion(const Manual& manual) {
    std::string text = bash_begin;
    text.replace(text.find("@COMMANDS@"), 10, join(command_names(manual), {}, " | "));
    text += after_options(manual);
    for (const CommandText& command : manual.commands) text += after_command(command, manual);
    return text + bash_end;
}

}  // namespace milkomeda
