// What OpenCL reports as an error, in words.
#pragma once

#include <exception>
#include <optional>
#include <string>

namespace milkomeda {

// "clFinish (error -5: the device is lost, or has no resources left)"
std::string opencl_call_failed(const char* call, int error);

// One line, if this is an error of OpenCL's. What the device was doing is in an unknown state then.
std::optional<std::string> opencl_failure(const std::exception& error);

// The same, or the message of any other error: a line for people.
std::string in_words(const std::exception& error);

// Whether it is this device that cannot go on: an error of OpenCL's, or a kernel that does not build there.
bool is_device_trouble(const std::exception& error);

}  // namespace milkomeda
