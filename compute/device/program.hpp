// Builds OpenCL programs from source files and launches kernels.
#pragma once

#include <string>
#include <utility>
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

// Returns compiler options that define each name as its number. Names with the number 0 stay undefined.
std::string definitions(std::initializer_list<std::pair<const char*, std::size_t>> numbers);

// The OpenCL objects and the kernel sources with which a class builds and runs its kernels.
struct KernelContext {
    cl::Context context;
    Device device;
    cl::CommandQueue queue;
    ReadAsset read;  // returns the text of a source file

    // Returns this object as a KernelContext, so that a caller can copy the base class of a derived object.
    const KernelContext& kernel_context() const { return *this; }

    // Builds the named source files for the device of this context, as build_program() does.
    cl::Program build(const std::vector<std::string>& names, const std::string& options = {}) const {
        return build_program(context, device, read, names, options);
    }
    // Creates a buffer for `count` items. The contents are undefined.
    template <typename Item>
    cl::Buffer buffer(std::size_t count, cl_mem_flags access = CL_MEM_READ_WRITE) const {
        return {context, access, count * sizeof(Item)};
    }
};

// Copies the first `count` items of a buffer to the host; waits for the queue.
template <typename Item>
std::vector<Item> read_items(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t count) {
    std::vector<Item> items(count);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, count * sizeof(Item), items.data());
    return items;
}

// Rounds `value` up to a multiple of `multiple`.
constexpr std::size_t round_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

// Converts a number to the type that kernels expect: integers and flags have 32 bits, real numbers are floats.
inline cl_uint kernel_argument(std::size_t number) { return static_cast<cl_uint>(number); }
inline cl_uint kernel_argument(bool flag) { return flag ? 1 : 0; }
inline cl_float kernel_argument(double number) { return static_cast<cl_float>(number); }
template <typename Argument>
const Argument& kernel_argument(const Argument& argument) {
    return argument;
}

// Sets all arguments and enqueues the two-dimensional index space `global` with work-groups of `local` work-items;
// `local` must divide `global`.
template <typename... Arguments>
void enqueue(const cl::CommandQueue& queue, cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
             const Arguments&... arguments) {
    cl_uint index = 0;
    (kernel.setArg(index++, kernel_argument(arguments)), ...);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
}

// Sets all arguments and enqueues `count` work-items, whose global ids begin at `first`. `local` must divide `count`.
template <typename... Arguments>
void enqueue_from(const cl::CommandQueue& queue, cl::Kernel& kernel, std::size_t first, std::size_t count,
                  std::size_t local, const Arguments&... arguments) {
    cl_uint index = 0;
    (kernel.setArg(index++, kernel_argument(arguments)), ...);
    queue.enqueueNDRangeKernel(kernel, cl::NDRange{first}, cl::NDRange{count}, cl::NDRange{local});
}

// Sets all arguments and enqueues `global` work-items, rounded up to whole work-groups of `local`.
template <typename... Arguments>
void enqueue(const cl::CommandQueue& queue, cl::Kernel& kernel, std::size_t global, std::size_t local,
             const Arguments&... arguments) {
    enqueue(queue, kernel, cl::NDRange{round_up(global, local)}, cl::NDRange{local}, arguments...);
}

}  // namespace milkomeda
