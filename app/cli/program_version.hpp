#pragma once

#include <string>

namespace milkomeda {

// Returns the program's name and version, such as "Milkomeda 1.2.3".
std::string program_version();

}  // namespace milkomeda
