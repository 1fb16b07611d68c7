#include "data/text/error_message.hpp"

#include <new>

namespace milkomeda {

std::string message_of(const std::exception& error) {
    const bool is_memory = dynamic_cast<const std::bad_alloc*>(&error) != nullptr;
    return is_memory ? "this machine's memory is too small for this operation" : error.what();
}

}  // namespace milkomeda
