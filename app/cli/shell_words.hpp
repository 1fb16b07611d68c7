// A command line as words, and as the line that a shell takes.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

// As a shell takes it for one word.
std::string shell_quoted(const std::string& word);
std::string shell_line(const std::vector<std::string>& words);

}  // namespace milkomeda
