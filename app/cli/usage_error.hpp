// Reports a wrong command line: exit code 2.
#pragma once

#include <stdexcept>

namespace milkomeda {

// what() must be one line.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace milkomeda
