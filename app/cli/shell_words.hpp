// Quotes command-line arguments for a shell.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

// shell_quoted() quotes a word if a shell would otherwise change it. shell_line() joins quoted words.
std::string shell_quoted(const std::string& word);
std::string shell_line(const std::vector<std::string>& words);

}  // namespace milkomeda
