// Makes any OpenCL call that uses devices, buffers or kernels fail on request.
#include <string_view>
#include <type_traits>

#include "tests/cl_fault_layer/faults.hpp"
#include "tests/cl_layer/frame.hpp"

namespace milkomeda::layer {

const std::string_view name = "milkomeda: faults";

namespace {

// Replacement of one function in the loader's function table; the replacement fails on request.
template <auto entry>
struct Faulty;

template <typename Result, typename... Arguments, Result (CL_API_CALL* cl_icd_dispatch::*entry)(Arguments...)>
struct Faulty<entry> {
    static inline const char* call_name = "";

    static Result CL_API_CALL call(Arguments... arguments) {
        if (const cl_int error = fault_in(call_name); error != CL_SUCCESS) return failed(error, arguments...);
        return (driver().*entry)(arguments...);
    }

    // Calls that return an object report their error through their last argument.
    template <typename First, typename... Rest>
    static Result failed(cl_int error, First first, Rest... rest) {
        if constexpr (std::is_same_v<Result, cl_int>)
            return error;
        else if constexpr (sizeof...(Rest) > 0)
            return failed(error, rest...);
        else
            return fail(first, error);
    }
};

// Looks up an extension function by name, because extension functions are not in the loader's table.
void* CL_API_CALL get_function_for_platform(cl_platform_id platform, const char* function) {
    void* const found = driver().clGetExtensionFunctionAddressForPlatform(platform, function);
    if (found != nullptr && std::string_view{function} == "clGetGLContextInfoKHR")
        return reinterpret_cast<void*>(&Faulty<&cl_icd_dispatch::clGetGLContextInfoKHR>::call);
    return found;
}

}  // namespace

void install(cl_icd_dispatch& table) {
#define FAULTY(entry)                                     \
    Faulty<& cl_icd_dispatch::entry>::call_name = #entry; \
    table.entry = Faulty<&cl_icd_dispatch::entry>::call

    FAULTY(clGetPlatformIDs);
    FAULTY(clGetPlatformInfo);
    FAULTY(clGetDeviceIDs);
    FAULTY(clGetDeviceInfo);
    FAULTY(clRetainDevice);
    FAULTY(clReleaseDevice);
    FAULTY(clCreateContext);
    FAULTY(clCreateContextFromType);
    FAULTY(clRetainContext);
    FAULTY(clReleaseContext);
    FAULTY(clGetContextInfo);
    FAULTY(clCreateCommandQueue);
    FAULTY(clRetainCommandQueue);
    FAULTY(clReleaseCommandQueue);
    FAULTY(clGetCommandQueueInfo);
    FAULTY(clFlush);
    FAULTY(clFinish);
    FAULTY(clCreateBuffer);
    FAULTY(clCreateSubBuffer);
    FAULTY(clRetainMemObject);
    FAULTY(clReleaseMemObject);
    FAULTY(clGetMemObjectInfo);
    FAULTY(clCreateProgramWithSource);
    FAULTY(clCreateProgramWithBinary);
    FAULTY(clRetainProgram);
    FAULTY(clReleaseProgram);
    FAULTY(clBuildProgram);
    FAULTY(clCompileProgram);
    FAULTY(clLinkProgram);
    FAULTY(clGetProgramInfo);
    FAULTY(clGetProgramBuildInfo);
    FAULTY(clCreateKernel);
    FAULTY(clCreateKernelsInProgram);
    FAULTY(clRetainKernel);
    FAULTY(clReleaseKernel);
    FAULTY(clSetKernelArg);
    FAULTY(clGetKernelInfo);
    FAULTY(clGetKernelWorkGroupInfo);
    FAULTY(clWaitForEvents);
    FAULTY(clGetEventInfo);
    FAULTY(clRetainEvent);
    FAULTY(clReleaseEvent);
    FAULTY(clGetEventProfilingInfo);
    FAULTY(clSetEventCallback);
    FAULTY(clEnqueueReadBuffer);
    FAULTY(clEnqueueReadBufferRect);
    FAULTY(clEnqueueWriteBuffer);
    FAULTY(clEnqueueWriteBufferRect);
    FAULTY(clEnqueueFillBuffer);
    FAULTY(clEnqueueCopyBuffer);
    FAULTY(clEnqueueCopyBufferRect);
    FAULTY(clEnqueueMapBuffer);
    FAULTY(clEnqueueUnmapMemObject);
    FAULTY(clEnqueueMigrateMemObjects);
    FAULTY(clEnqueueNDRangeKernel);
    FAULTY(clEnqueueTask);
    FAULTY(clEnqueueMarker);
    FAULTY(clEnqueueMarkerWithWaitList);
    FAULTY(clEnqueueBarrier);
    FAULTY(clEnqueueBarrierWithWaitList);
    FAULTY(clCreateFromGLBuffer);
    FAULTY(clGetGLObjectInfo);
    FAULTY(clEnqueueAcquireGLObjects);
    FAULTY(clEnqueueReleaseGLObjects);
    FAULTY(clGetGLContextInfoKHR);
#undef FAULTY
    table.clGetExtensionFunctionAddressForPlatform = get_function_for_platform;
}

}  // namespace milkomeda::layer
