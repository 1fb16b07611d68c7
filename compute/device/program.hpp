// Builds OpenCL programs from source files and launches kernels.
#pragma once

#include <string>
#include <vector>

#include "compute/device/opencl.hpp"
#include "data/base/build_error.hpp"
#include "data/base/inclusion.hpp"

namespace milkomeda {

struct KernelError : BuildError {
    using BuildError::BuildError;
};

// Builds the named source files as one program with the common options and `options`. Source files that are
// always used together should be built together: the compiler reads OpenCL's own header for every program,
// which takes longer than compiling most kernels. Throws KernelError with the compiler's log.
cl::Program build_program(const cl::Context& context, const Device& device, const ReadAsset& read,
                          const std::vector<std::string>& names, const std::string& options = {});

// Rounds `value` up to a multiple of `multiple`.
constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

// Sets all arguments and enqueues `global` work-items, rounded up to whole work-groups of `local`.
template <typename... Arguments>
void enqueue(const cl::CommandQueue& queue, cl::Kernel& kernel, std::size_t global, std::size_t local,
             const Arguments&... arguments) {
    cl_uint index = 0;
    (kernel.setArg(index++, arguments), ...);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange{round_up(global, local)}, cl::NDRange{local});
}

// Sets all arguments and enqueues a two-dimensional index space; `local` must divide `global`.
template <typename... Arguments>
void enqueue(const cl::CommandQueue& queue, cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
             const Arguments&... arguments) {
    cl_uint index = 0;
    (kernel.setArg(index++, arguments), ...);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
}

}  // namespace milkomeda
