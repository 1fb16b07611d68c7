// Descriptions and examples of the commands, for the manual pages and for --help.
#pragma once

#include <string>

#include "app/cli/command_text.hpp"

namespace milkomeda {

// Adds the description and the examples to the text of a command.
void add_page(CommandText& command);

// Returns the examples of a command as the last part of its --help.
std::string examples_of(const std::string& command);

}  // namespace milkomeda
