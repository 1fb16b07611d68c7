// What people and files say, for a message that is one line whatever they say.
#pragma once

#include <string>
#include <string_view>

namespace milkomeda {

// New lines, a terminal's escapes, marks that turn the direction of writing, and bytes that are no UTF-8
// appear as \n, \x1b, \u202e, \xff; all else stays. Words of more than 200 bytes, and lines of more than
// 2000, are shortened in the middle.
std::string one_line(std::string_view text);

}  // namespace milkomeda
