// OpenCL may use a shared buffer only while the buffer is acquired. Drivers do not check this rule, and breaking the
// rule has undefined results. The guards in this file check the rule before every call that uses buffers.
#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "tests/cl_gl_layer/layer.hpp"
#include "tests/cl_gl_layer/shared_buffers.hpp"
#include "tests/cl_gl_layer/switches.hpp"

namespace milkomeda::layer {
namespace {

bool may_use_as(const std::string& role, cl_mem buffer) {
    const auto shared = shared_buffers().find(buffer);
    if (!shared || shared->is_acquired) return true;
    misuse(role, " is OpenGL's buffer ", shared->gl_name, ", which is not acquired");
    return !is_strict();
}

// Returns whether a call with this buffer as an argument may proceed.
bool may_use(cl_mem buffer) { return may_use_as("the buffer to read, write, copy or map", buffer); }

template <typename NotABuffer>
bool may_use(const NotABuffer&) {
    return true;
}

// Replaces a function of the loader's table that enqueues a command: refuses buffers that may not be used now, and
// otherwise calls the original function.
template <auto entry>
struct Guarded;

template <typename... Arguments, cl_int (CL_API_CALL* cl_icd_dispatch::*entry)(cl_command_queue, Arguments...)>
struct Guarded<entry> {
    static cl_int CL_API_CALL call(cl_command_queue queue, Arguments... arguments) {
        if (!(may_use(arguments) && ...)) return CL_INVALID_OPERATION;
        return (driver().*entry)(queue, arguments...);
    }
};

void* CL_API_CALL map_buffer(cl_command_queue queue, cl_mem buffer, cl_bool is_blocking, cl_map_flags flags,
                             size_t offset, size_t size, cl_uint wait_count, const cl_event* wait_events,
                             cl_event* event_out, cl_int* error_out) {
    if (!may_use(buffer)) return fail(error_out, CL_INVALID_OPERATION);
    return driver().clEnqueueMapBuffer(queue, buffer, is_blocking, flags, offset, size, wait_count, wait_events,
                                       event_out, error_out);
}

// Refuses sub-buffers of shared buffers, because they would bypass the guards; the program does not need
// them.
cl_mem CL_API_CALL create_sub_buffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void* region,
                                     cl_int* error_out) {
    if (const auto shared = shared_buffers().find(buffer)) {
        misuse("clCreateSubBuffer of OpenGL's buffer ", shared->gl_name, ", which this layer does not emulate");
        return fail(error_out, CL_INVALID_MEM_OBJECT);
    }
    return driver().clCreateSubBuffer(buffer, flags, type, region, error_out);
}

// The shared buffers among the current arguments of each kernel.
struct KernelArguments {
    std::mutex mutex;
    std::map<cl_kernel, std::map<cl_uint, cl_mem>> buffers;
};

KernelArguments& kernel_arguments() {
    static KernelArguments& arguments = *new KernelArguments;
    return arguments;
}

// Forgets the arguments of a kernel, because a new kernel may have the address of a released kernel.
void forget_arguments(cl_kernel kernel) {
    KernelArguments& arguments = kernel_arguments();
    const std::lock_guard lock{arguments.mutex};
    arguments.buffers.erase(kernel);
}

cl_kernel CL_API_CALL create_kernel(cl_program program, const char* name, cl_int* error_out) {
    const cl_kernel kernel = driver().clCreateKernel(program, name, error_out);
    if (kernel != nullptr) forget_arguments(kernel);
    return kernel;
}

cl_int CL_API_CALL create_kernels(cl_program program, cl_uint capacity, cl_kernel* kernels_out, cl_uint* count_out) {
    cl_uint count = 0;
    const cl_int error = driver().clCreateKernelsInProgram(program, capacity, kernels_out, &count);
    if (count_out != nullptr) *count_out = count;
    if (error == CL_SUCCESS && kernels_out != nullptr)
        for (cl_uint i = 0; i < count; ++i) forget_arguments(kernels_out[i]);
    return error;
}

cl_int CL_API_CALL set_kernel_argument(cl_kernel kernel, cl_uint index, size_t size, const void* value) {
    // An argument of pointer size may be an ordinary number, so only handles of known shared buffers count as buffers.
    cl_mem buffer = nullptr;
    if (value != nullptr && size == sizeof buffer) buffer = *static_cast<const cl_mem*>(value);
    {
        KernelArguments& arguments = kernel_arguments();
        const std::lock_guard lock{arguments.mutex};
        arguments.buffers[kernel].erase(index);
        if (shared_buffers().find(buffer)) arguments.buffers[kernel][index] = buffer;
    }
    return driver().clSetKernelArg(kernel, index, size, value);
}

bool may_run(cl_kernel kernel) {
    KernelArguments& arguments = kernel_arguments();
    const std::lock_guard lock{arguments.mutex};
    const auto& buffers = arguments.buffers[kernel];
    return std::all_of(buffers.begin(), buffers.end(), [](const auto& argument) {
        return may_use_as("argument " + std::to_string(argument.first) + " of a kernel", argument.second);
    });
}

cl_int CL_API_CALL enqueue_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset,
                                  const size_t* global_size, const size_t* local_size, cl_uint wait_count,
                                  const cl_event* wait_events, cl_event* event_out) {
    if (!may_run(kernel)) return CL_INVALID_OPERATION;
    return driver().clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global_size, local_size, wait_count,
                                           wait_events, event_out);
}

cl_int CL_API_CALL enqueue_task(cl_command_queue queue, cl_kernel kernel, cl_uint wait_count,
                                const cl_event* wait_events, cl_event* event_out) {
    if (!may_run(kernel)) return CL_INVALID_OPERATION;
    return driver().clEnqueueTask(queue, kernel, wait_count, wait_events, event_out);
}

template <auto entry>
void guard(cl_icd_dispatch& table) {
    table.*entry = Guarded<entry>::call;
}

}  // namespace

void install_guards(cl_icd_dispatch& table) {
    guard<&cl_icd_dispatch::clEnqueueReadBuffer>(table);
    guard<&cl_icd_dispatch::clEnqueueReadBufferRect>(table);
    guard<&cl_icd_dispatch::clEnqueueWriteBuffer>(table);
    guard<&cl_icd_dispatch::clEnqueueWriteBufferRect>(table);
    guard<&cl_icd_dispatch::clEnqueueCopyBuffer>(table);
    guard<&cl_icd_dispatch::clEnqueueCopyBufferRect>(table);
    guard<&cl_icd_dispatch::clEnqueueFillBuffer>(table);
    guard<&cl_icd_dispatch::clEnqueueCopyBufferToImage>(table);
    guard<&cl_icd_dispatch::clEnqueueCopyImageToBuffer>(table);
    table.clEnqueueMapBuffer = map_buffer;
    table.clCreateSubBuffer = create_sub_buffer;
    table.clCreateKernel = create_kernel;
    table.clCreateKernelsInProgram = create_kernels;
    table.clSetKernelArg = set_kernel_argument;
    table.clEnqueueNDRangeKernel = enqueue_kernel;
    table.clEnqueueTask = enqueue_task;
}

}  // namespace milkomeda::layer
