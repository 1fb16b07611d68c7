// Configures the OpenCL C++ wrapper in one place: version 1.2, errors as exceptions. Public headers of a
// folder must not include this file.
#pragma once

#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>

#include "compute/device/device.hpp"

namespace milkomeda {

inline cl::Device handle_of(const Device& device) { return cl::Device{device.id, true}; }

}  // namespace milkomeda
