// Description of a command's options as plain values. Manual pages and shell completions are made from the description.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

// Description of an option or of a positional argument.
struct OptionText {
    std::vector<std::string> names;  // names, such as "-o" and "--output", or "source" for a positional argument
    std::string value;               // alternatives of the value, such as "auto|NUMBER"; empty for a flag
    std::string help;
    std::string section;  // heading above the option in the help
    bool is_required = false;
    bool is_repeated = false;  // true: the option may be repeated

    bool is_word() const { return !names.front().starts_with('-'); }
    bool is_flag() const { return value.empty(); }
};

struct Example {
    std::string line;     // command line as users type it in a shell
    std::string meaning;  // sentence that says what the command does
};

struct CommandText {
    std::string name;                 // name, such as "render"; empty for the program without a command
    std::string help;                 // description in one line
    std::vector<OptionText> options;  // options and positional arguments in the order of the help
    std::string description;          // paragraph; empty for the program without a command
    std::vector<Example> examples;

    bool is_program() const { return name.empty(); }
};

}  // namespace milkomeda
