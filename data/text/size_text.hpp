// Formatting of file sizes for users.
#pragma once

#include <cstdint>
#include <string>

namespace milkomeda {

// Returns the size as text such as "1.2 MB".
std::string size_text(std::uintmax_t bytes);

}  // namespace milkomeda
