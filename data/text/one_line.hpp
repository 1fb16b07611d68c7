// Conversion of text from files or other programs to one printable line, for messages.
#pragma once

#include <string>
#include <string_view>

namespace milkomeda {

// Writes line breaks, control characters, bidirectional marks and invalid UTF-8 as escapes such as \n, \x1b, \u202e,
// \xff. Removes the middle of words of more than 200 bytes and of lines of more than 2000 bytes.
std::string one_line(std::string_view text);

}  // namespace milkomeda
