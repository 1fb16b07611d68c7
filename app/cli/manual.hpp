// Generates manual pages and completion scripts for the shells bash, fish and zsh from the descriptions of the
// options. The installation contains the generated files.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/cli/command_text.hpp"

namespace milkomeda {

struct Manual {
    std::string version;              // name and version, such as "Milkomeda 1.2.3"
    std::vector<CommandText> pages;   // the program without a command, then its commands
    std::vector<std::string> scenes;  // names of the scenes included in the program

    std::span<const CommandText> commands() const { return std::span{pages}.subspan(1); }
};

// Returns the name of a manual page: "milkomeda-render"; "milkomeda" for the program without a command.
std::string page_name(const CommandText& command);
// Returns the manual page in troff, with the macros of man(7).
std::string man_page(const Manual& manual, const CommandText& command);

// Splits the value of an option: "auto|NUMBER" becomes "auto" and "NUMBER".
std::vector<std::string> alternatives(const std::string& value);
// Returns true for a lowercase alternative, which users type literally. An uppercase alternative is a placeholder.
bool stands_for_itself(const std::string& alternative);
// Returns the alternatives of `value` that users type literally, such as "auto" of "auto|NUMBER".
std::vector<std::string> known_words(const std::string& value);
// Returns true if `kind`, such as FILE, is an alternative of the option's value.
bool takes(const OptionText& option, const std::string& kind);

// Returns the values that a shell can suggest: literal words, and names of scenes if the option accepts a scene.
std::vector<std::string> words_offered(const Manual& manual, const OptionText& option);
// Replaces the placeholder @`name`@, which `text` contains once, by `value`.
std::string filled_in(std::string text, const std::string& name, const std::string& value);

std::string bash_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);

}  // namespace milkomeda
