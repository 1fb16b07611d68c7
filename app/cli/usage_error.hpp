// Error of an invalid command line. The program then exits with code 2.
#pragma once

#include <stdexcept>

namespace milkomeda {

// The message must be one line.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace milkomeda
