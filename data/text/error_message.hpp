// What a person reads of an error.
#pragma once

#include <exception>
#include <string>

namespace milkomeda {

// Its message. Where memory did not suffice the language's own, std::bad_alloc, says nothing to most.
std::string message_of(const std::exception& error);

}  // namespace milkomeda
