// What OpenCL reports as an error, in words.
#pragma once

#include <exception>
#include <optional>
#include <string>

namespace milkomeda {

// One line, if this is an error of OpenCL's.
std::optional<std::string> opencl_failure(const std::exception& error);

}  // namespace milkomeda
