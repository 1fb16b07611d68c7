// Quotes command-line arguments for a shell.
#pragma once

#include <string>
#include <vector>

namespace milkomeda {

// Quotes the word if it contains characters that a shell would interpret.
std::string shell_quoted(const std::string& word);
// Returns the quoted words with blanks between them.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace milkomeda
