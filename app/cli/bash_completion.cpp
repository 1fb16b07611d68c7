#include <map>

#include "app/cli/manual.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr const char* bash_script = R"(# Completion of the command line of milkomeda in bash.
_milkomeda() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' known='' files='' i
    if [[ $word == '=' ]]; then  # bash splits --option=value into three words
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
@VALUES@        *)
            case "$command $word" in
@STARTS@            esac
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$known" -- "$word")
    if [[ $files ]]; then
        compopt -o filenames
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$files" -- "$word")
    fi
}
complete -F _milkomeda milkomeda
)";

// Returns the possible values of an option or argument as assignments of bash variables.
std::string assignments(const Manual& manual, const OptionText& option) {
    std::string known = "known='" + join(words_offered(manual, option), {}, " ") + "'";
    if (takes(option, "FILE")) known += " files=-f";
    if (takes(option, "FOLDER")) known += " files=-d";
    return known;
}

// Returns the branches of a bash `case` that complete option values. Each pattern is 'COMMAND OPTION'.
std::string bash_values(const Manual& manual) {
    std::map<std::string, std::vector<std::string>> cases;
    for (const CommandText& command : manual.pages)
        for (const OptionText& option : command.options)
            for (const std::string& name : option.names)
                if (!option.is_word() && !option.is_flag())
                    cases[assignments(manual, option)].push_back("'" + command.name + " " + name + "'");
    std::string text;
    for (const auto& [known, options] : cases) text += "        " + join(options, {}, " | ") + ") " + known + " ;;\n";
    return text;
}

// Returns the branches of a bash `case` that complete the options and positional arguments of a command.
std::string bash_starts(const Manual& manual, const CommandText& command) {
    std::string options, words;
    for (const OptionText& option : command.options)
        if (option.is_word())
            words = assignments(manual, option);
        else
            options += " " + join(option.names, {}, " ");
    if (command.is_program()) words += "; known+=' " + join(manual.commands(), &CommandText::name, " ") + "'";
    const std::string line = "                '" + command.name + " ";
    return line + "-'*) known='" + options + "' ;;\n" + line + "'*) " + words + " ;;\n";
}

}  // namespace

std::string bash_completion(const Manual& manual) {
    std::string starts;
    for (const CommandText& command : manual.pages) starts += bash_starts(manual, command);
    std::string text = filled_in(bash_script, "COMMANDS", join(manual.commands(), &CommandText::name, " | "));
    text = filled_in(text, "VALUES", bash_values(manual));
    return filled_in(text, "STARTS", starts);
}

}  // namespace milkomeda
