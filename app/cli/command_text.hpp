// The options of a command as plain values, from which help, manual pages and completion are written.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

// The text of an option or of a positional argument.
struct OptionText {
    std::vector<std::string> names;  // "-o", "--output"; "source" for a positional argument
    std::string value;               // alternatives such as "auto|NUMBER"; empty for a flag
    std::string help;
    std::string section;  // heading above the option
    bool is_required = false;
    bool is_repeated = false;  // may be given many times

    bool is_word() const { return !names.front().starts_with('-'); }
    bool is_flag() const { return value.empty(); }
};

struct CommandText {
    std::string name;                 // "render"; empty for the program without a command
    std::string help;                 // one line
    std::vector<OptionText> options;  // options and positional arguments in the order of their declarations

    bool is_program() const { return name.empty(); }
};

// Returns the alternatives of a value, such as "auto" and "NUMBER" of "auto|NUMBER". An alternative in
// lowercase is a keyword that is typed as it is; others are placeholders.
std::vector<std::string> alternatives(const std::string& value);
bool stands_for_itself(const std::string& alternative);
// Returns the alternatives that are keywords.
std::vector<std::string> known_words(const std::string& value);
// Returns true if the placeholder `kind`, such as FILE, is an alternative of the option's value.
bool takes(const OptionText& option, const std::string& kind);

}  // namespace milkomeda
