// Turns OpenCL errors into messages for people.
#pragma once

#include <exception>
#include <optional>
#include <string>

namespace milkomeda {

// Describes a failed call, such as "clFinish (error -5: the device is lost, or has no resources left)".
std::string opencl_call_failed(const char* call, int error);

// Returns a one-line message if `error` is an OpenCL error. The state of the device's work is unknown after
// such an error.
std::optional<std::string> opencl_failure(const std::exception& error);

// Returns the one-line message of an OpenCL error or of any other exception.
std::string in_words(const std::exception& error);

// Returns whether the device cannot continue: after an OpenCL error, or if a kernel does not build.
bool is_device_trouble(const std::exception& error);

}  // namespace milkomeda
