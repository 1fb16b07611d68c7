// What help, manual pages and completion say of a command: plain values.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

// An option, or a word by its place.
struct OptionText {
    std::vector<std::string> names;  // "-o", "--output"; of a word: "source"
    std::string value;               // as it is declared: "auto|NUMBER"; empty for a flag
    std::string help;
    std::string section;  // the heading that it stands under
    bool is_required = false;
    bool is_repeated = false;  // may be said many times

    bool is_word() const { return !names.front().starts_with('-'); }
    bool is_flag() const { return value.empty(); }
};

struct CommandText {
    std::string name;                 // "render"; empty: the program without a command
    std::string help;                 // in one line
    std::vector<OptionText> options;  // and words, in the order of their declarations

    bool is_program() const { return name.empty(); }
};

// The alternatives of a value; those in small letters stand for themselves.
std::vector<std::string> alternatives(const std::string& value);
bool stands_for_itself(const std::string& alternative);
// Those that do.
std::vector<std::string> known_words(const std::string& value);
// Is `kind`, such as FILE, among the alternatives?
bool takes(const OptionText& option, const std::string& kind);

}  // namespace milkomeda
