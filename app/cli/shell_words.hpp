// Converts the words of a command into a line for a shell.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

// Quotes the text so that a shell takes it for one word.
std::string shell_quoted(const std::string& word);
std::string shell_line(const std::vector<std::string>& words);

}  // namespace milkomeda
