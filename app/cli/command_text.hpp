// Description of a command's options as plain values, from which help, manual pages and completion are made.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

// Description of an option or of a positional argument.
struct OptionText {
    std::vector<std::string> names;  // such as "-o" and "--output"; "source" for a positional argument
    std::string value;               // alternatives of the value, such as "auto|NUMBER"; empty for a flag
    std::string help;
    std::string section;  // heading above the option in the help
    bool is_required = false;
    bool is_repeated = false;  // true: may be given several times

    bool is_word() const { return !names.front().starts_with('-'); }
    bool is_flag() const { return value.empty(); }
};

struct CommandText {
    std::string name;                 // name such as "render"; empty for the program without a command
    std::string help;                 // description in one line
    std::vector<OptionText> options;  // options and positional arguments in the order of declaration

    bool is_program() const { return name.empty(); }
};

// alternatives() splits a value such as "auto|NUMBER" into "auto" and "NUMBER". stands_for_itself() returns
// true for a lowercase alternative, which users type literally; an uppercase alternative is a placeholder.
std::vector<std::string> alternatives(const std::string& value);
bool stands_for_itself(const std::string& alternative);
// Returns the alternatives that users type literally.
std::vector<std::string> known_words(const std::string& value);
// Returns true if the option's value may be the placeholder `kind`, such as FILE.
bool takes(const OptionText& option, const std::string& kind);

}  // namespace milkomeda
