// Error messages for users.
#pragma once

#include <exception>
#include <new>
#include <string>

namespace milkomeda {

// Returns the exception's message. For std::bad_alloc, returns a sentence about insufficient memory.
inline std::string message_of(const std::exception& error) {
    const bool is_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    return is_memory ? "this machine's memory is too small for this operation" : error.what();
}

}  // namespace milkomeda
