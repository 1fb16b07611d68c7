// Error messages for users.
#pragma once

#include <exception>
#include <string>

namespace milkomeda {

// Returns the exception's message; for std::bad_alloc, a plain sentence about missing memory.
std::string message_of(const std::exception& error);

}  // namespace milkomeda
