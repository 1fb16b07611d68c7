// Turns OpenCL errors into readable messages.
#pragma once

#include <exception>
#include <optional>
#include <string>

namespace milkomeda {

// Returns a description of a failed OpenCL call, such as "clFinish (error -5: the device is lost, or has no resources
// left)".
std::string opencl_call_failed(const char* call, int error);

// Returns a one-line message if `error` is an OpenCL error, else an empty optional. After an OpenCL error,
// results on the device are undefined.
std::optional<std::string> opencl_failure(const std::exception& error);

// Returns the one-line message of an OpenCL error or of any other exception.
std::string in_words(const std::exception& error);

// Returns whether `error` is an OpenCL error or a failed build of a kernel, after which the device cannot continue the
// run.
bool is_device_trouble(const std::exception& error);

}  // namespace milkomeda
