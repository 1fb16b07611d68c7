#include "compute/device/opencl_error.hpp"

#include "compute/device/opencl.hpp"

namespace milkomeda {

std::optional<std::string> opencl_failure(const std::exception& error) {
    const auto* const failure = dynamic_cast<const cl::Error*>(&error);
    if (failure == nullptr) return std::nullopt;
    return std::string{"OpenCL failed in "} + failure->what() + " (error " + std::to_string(failure->err()) +
           "); try another --device";
}

}  // namespace milkomeda
