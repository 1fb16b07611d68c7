#include "compute/device/device_context.hpp"

#include <CL/cl_icd.h>
#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "compute/device/gl_acquire_scope.hpp"
#include "compute/device/opencl_error.hpp"

namespace milkomeda {
namespace {

using ContextProperties = std::vector<cl_context_properties>;

// Returns the platform of a device. Depending on the wrapper's version, getInfo() returns a handle or an object; a
// cl::Platform can be constructed from a handle and from an object.
cl_platform_id platform_of(const Device& device) {
    return cl::Platform{handle_of(device).getInfo<CL_DEVICE_PLATFORM>()}();
}

ContextProperties sharing_properties(const Device& device, const GlSide& gl) {
    const auto handle = [](void* pointer) { return reinterpret_cast<cl_context_properties>(pointer); };
    return {CL_CONTEXT_PLATFORM,
            handle(platform_of(device)),
            CL_GL_CONTEXT_KHR,
            handle(gl.context),
            gl.api == GlSide::Api::glx ? CL_GLX_DISPLAY_KHR : CL_EGL_DISPLAY_KHR,
            handle(gl.display),
            0};
}

// Returns the driver's clGetGLContextInfoKHR, or nullptr. OpenCL loaders export this function even if the driver lacks
// it, and a call then crashes. So this function looks into the driver's dispatch table. Every platform object begins
// with a pointer to this table (cl_khr_icd).
clGetGLContextInfoKHR_fn gl_context_query(cl_platform_id platform) {
    const auto& table = **reinterpret_cast<const cl_icd_dispatch* const*>(platform);
    if (table.clGetGLContextInfoKHR == nullptr) return nullptr;
    return reinterpret_cast<clGetGLContextInfoKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clGetGLContextInfoKHR"));
}

// Returns an empty string if `device` drives this OpenGL context, else the reason why sharing is impossible.
// Asks the platform, because extension strings are unreliable and sharing with the wrong device ends the
// process on some drivers.
std::string why_not_shareable(const Device& device, const GlSide& gl) {
    if (gl.api == GlSide::Api::none) return "no OpenGL context";
    const auto get_info = gl_context_query(platform_of(device));
    if (get_info == nullptr) return fmt::format("{} cannot share buffers with OpenGL", device.platform);
    const ContextProperties properties = sharing_properties(device, gl);
    cl_device_id current = nullptr;
    size_t size = 0;
    const cl_int error =
        get_info(properties.data(), CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, sizeof current, &current, &size);
    if (error != CL_SUCCESS) return fmt::format("{} refuses this OpenGL context (error {})", device.platform, error);
    if (size == 0 || current == nullptr) return fmt::format("{} has no device on this OpenGL context", device.platform);
    if (current != device.id) return "a different device drives this OpenGL context";
    return {};
}

// Writes a pattern into the shared buffer with OpenCL. Returns an empty string if OpenGL reads the pattern
// back, else an error message.
std::string why_proof_fails(const cl::Context& context, const Device& device, const GlSide& gl) {
    std::vector<std::uint32_t> pattern(gl.probe_bytes / sizeof(std::uint32_t));
    for (std::size_t i = 0; i < pattern.size(); ++i)
        pattern[i] = 0x6d696c6bu + 2654435761u * static_cast<std::uint32_t>(i);

    cl::CommandQueue queue{context, handle_of(device)};
    cl::BufferGL buffer{context, CL_MEM_READ_WRITE, gl.probe_buffer};
    gl.finish();
    GlAcquireScope acquired{queue, {buffer}};
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, gl.probe_bytes, pattern.data());
    acquired.end();

    const std::vector<std::byte> seen = gl.read_probe();
    if (seen.size() == gl.probe_bytes && std::memcmp(seen.data(), pattern.data(), seen.size()) == 0) return {};
    return "the data that OpenCL wrote into a shared buffer did not reach OpenGL";
}

// Tries to share buffers with OpenGL. Returns the OpenCL context and a text that says how sharing was tested, or an
// empty context and the reason of the failure.
std::pair<cl::Context, std::string> try_sharing(const Device& device, const GlSide& gl) {
    if (std::string reason = why_not_shareable(device, gl); !reason.empty()) return {{}, reason};
    try {
        const ContextProperties properties = sharing_properties(device, gl);
        cl::Context context{handle_of(device), properties.data()};
        if (std::string reason = why_proof_fails(context, device, gl); !reason.empty()) return {{}, reason};
        return {context, "tested: OpenGL read back what OpenCL wrote"};
    } catch (const cl::Error& error) {
        return {{},
                fmt::format("sharing buffers with OpenGL failed in {}", opencl_call_failed(error.what(), error.err()))};
    }
}

}  // namespace

std::string device_names(const DeviceContext& device_context) {
    std::string names = device_context.device->name;
    for (const Device& secondary_device : device_context.secondary) names += " + " + secondary_device.name;
    return names;
}

DeviceContext make_device_context(const Device* device, const GlSide& gl, Interop interop) {
    if (interop == Interop::none) return {Tier::none, "option --interop none", {}, {}};
    if (device == nullptr) {
        const std::string reason = "no OpenCL device found; install a driver, e.g. pocl-opencl-icd";
        if (interop != Interop::automatic) throw std::runtime_error(reason);
        return {Tier::none, reason, {}, {}};
    }
    std::string reason = "option --interop copied";
    if (interop != Interop::copied) {
        auto [context, why] = try_sharing(*device, gl);
        if (context() != nullptr) return {Tier::shared, why, *device, std::make_shared<cl::Context>(context)};
        if (interop == Interop::shared) throw std::runtime_error(fmt::format("--interop shared: {}", why));
        reason = why;
    }
    return {Tier::copied, reason, *device, std::make_shared<cl::Context>(handle_of(*device))};
}

}  // namespace milkomeda
