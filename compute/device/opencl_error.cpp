#include "compute/device/opencl_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "compute/device/program.hpp"
#include "data/text/error_message.hpp"

namespace milkomeda {
namespace {

struct Meaning {
    cl_int error;
    const char* words;
};

// Meanings of the error codes that a correct program may receive (Khronos, "The OpenCL Specification",
// appendix on error codes; -9999 is specific to NVIDIA).
constexpr std::array meanings{
    Meaning{CL_DEVICE_NOT_FOUND, "there is no such device"},
    Meaning{CL_DEVICE_NOT_AVAILABLE, "the device is not available"},
    Meaning{CL_COMPILER_NOT_AVAILABLE, "the driver has no compiler"},
    Meaning{CL_MEM_OBJECT_ALLOCATION_FAILURE, "the device's memory is full"},
    Meaning{CL_OUT_OF_RESOURCES, "the device is lost, or has no resources left"},
    Meaning{CL_OUT_OF_HOST_MEMORY, "the driver has no memory left"},
    Meaning{CL_MAP_FAILURE, "memory cannot be mapped"},
    Meaning{CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, "an earlier command of the device has failed"},
    Meaning{CL_BUILD_PROGRAM_FAILURE, "a kernel does not build"},
    Meaning{CL_INVALID_COMMAND_QUEUE, "the device is lost"},
    Meaning{CL_INVALID_CONTEXT, "the device is lost"},
    Meaning{CL_INVALID_DEVICE, "the device is lost"},
    Meaning{CL_INVALID_BUFFER_SIZE, "a buffer is larger than the device allows"},
    Meaning{CL_INVALID_GL_OBJECT, "an OpenGL buffer no longer exists"},
    Meaning{-9999, "a kernel accessed invalid memory"},
};

// Returns the name of the failed OpenCL function. The wrapper renames retain and release functions.
std::string name_of_call(std::string_view call) {
    if (call == "Retain Object") return "clRetain...";
    if (call == "Release Object") return "clRelease...";
    return std::string{call};
}

}  // namespace

std::string opencl_call_failed(const char* call, int error) {
    const auto meaning = std::ranges::find(meanings, error, &Meaning::error);
    return fmt::format("{} (error {}{})", name_of_call(call), error,
                       meaning == meanings.end() ? "" : fmt::format(": {}", meaning->words));
}

std::optional<std::string> opencl_failure(const std::exception& error) {
    const auto* const failure = dynamic_cast<const cl::Error*>(&error);
    if (failure == nullptr) return std::nullopt;
    return fmt::format("OpenCL failed in {}", opencl_call_failed(failure->what(), failure->err()));
}

std::string in_words(const std::exception& error) { return opencl_failure(error).value_or(message_of(error)); }

bool is_device_trouble(const std::exception& error) {
    return opencl_failure(error) || dynamic_cast<const KernelError*>(&error) != nullptr;
}

}  // namespace milkomeda
