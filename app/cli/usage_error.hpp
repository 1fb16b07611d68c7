// Error of an invalid command line, with a message of one line. The program then exits with code 2.
#pragma once

#include <stdexcept>

namespace milkomeda {

struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace milkomeda
