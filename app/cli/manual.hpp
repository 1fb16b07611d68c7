// Generates manual pages, and completion for the shells bash, fish and zsh, from the descriptions of the
// options. Both are installed with the program.
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

// Returns the known values of the option: literal words, and names of scenes if the option accepts a scene.
std::vector<std::string> words_offered(const Manual& manual, const OptionText& option);
// Returns the template `text` in which `value` replaces each placeholder @NAME@.
std::string filled_in(std::string text, const std::string& name, const std::string& value);

std::string bash_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);

}  // namespace milkomeda
