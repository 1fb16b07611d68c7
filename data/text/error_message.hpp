// Error messages for users.
#pragma once

#include <exception>
#include <string>

namespace milkomeda {

// Returns the exception's message. For std::bad_alloc, returns a sentence about insufficient memory.
std::string message_of(const std::exception& error);

}  // namespace milkomeda
