// The size of a file, for people.
#pragma once

#include <cstdint>
#include <string>

namespace milkomeda {

// "1.2 MB"
std::string size_text(std::uintmax_t bytes);

}  // namespace milkomeda
