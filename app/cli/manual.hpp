// Manual pages, and completion for the shells bash, fish and zsh, written from the tables of options. They
// are installed with the program.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/cli/command_text.hpp"

namespace milkomeda {

struct Manual {
    std::string version;              // "Milkomeda 1.2.3"
    std::vector<CommandText> pages;   // texts of the program without a command, then of its commands
    std::vector<std::string> scenes;  // names of the scenes that ship

    std::span<const CommandText> commands() const { return std::span{pages}.subspan(1); }
};

// Returns the name of the command's manual page, such as "milkomeda-render"; "milkomeda" for the program
// without a command.
std::string page_name(const CommandText& command);
// Returns the manual page in troff, with the macros of man(7).
std::string man_page(const Manual& manual, const CommandText& command);

// Returns all known values of the option: keywords, and names of scenes where a scene can be given.
std::vector<std::string> words_offered(const Manual& manual, const OptionText& option);
// Returns the template's text, with each placeholder @NAME@ replaced by its value.
std::string filled_in(std::string text, const std::string& name, const std::string& value);

std::string bash_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);

}  // namespace milkomeda
