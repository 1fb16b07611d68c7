// What is installed beside the program for those who type its name: manual pages, and completion in their
// shells. All of it is written from what --help is written from.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/cli/command_text.hpp"

namespace milkomeda {

struct Manual {
    std::string version;              // "Milkomeda 1.2.3"
    std::vector<CommandText> pages;   // the program without a command, then its commands
    std::vector<std::string> scenes;  // that ship

    std::span<const CommandText> commands() const { return std::span{pages}.subspan(1); }
};

// "milkomeda-render", as its page is called; of the program without a command "milkomeda".
std::string page_name(const CommandText& command);
// In troff, with the macros of man(7).
std::string man_page(const Manual& manual, const CommandText& command);

// All words that may stand for the option's value, as far as they are known.
std::vector<std::string> words_offered(const Manual& manual, const OptionText& option);
// A template's text with what its @NAME@ stands for.
std::string filled_in(std::string text, const std::string& name, const std::string& value);

std::string bash_completion(const Manual& manual);
std::string fish_completion(const Manual& manual);
std::string zsh_completion(const Manual& manual);

}  // namespace milkomeda
