// A kernel or a shader that its driver does not build.
#pragma once

#include <stdexcept>
#include <string>

namespace milkomeda {

// what() is one line, and the compiler's log below it.
struct BuildError : std::runtime_error {
    BuildError(const std::string& line, const std::string& log) : std::runtime_error(line + ":\n" + log) {}
};

}  // namespace milkomeda
