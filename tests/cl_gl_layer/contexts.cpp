// Adds the sharing extension to platforms and devices, and creates contexts with OpenGL handles. The layer removes the
// handles before it calls the driver, which would not accept them.
#include "tests/cl_gl_layer/contexts.hpp"

#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cl_gl_layer/gl_buffers.hpp"
#include "tests/cl_gl_layer/layer.hpp"
#include "tests/cl_gl_layer/switches.hpp"

namespace milkomeda::layer {
namespace {

constexpr std::string_view extension = "cl_khr_gl_sharing";

using Properties = std::vector<cl_context_properties>;

// The property list with which a program creates a context, divided into parts for the layer and the driver.
struct ContextRequest {
    Properties asked;   // complete property list with its final zero; empty if the program passed no list
    Properties passed;  // property list without OpenGL handles, with its final zero
    cl_platform_id platform = nullptr;
    void* gl_context = nullptr;
    bool has_display = false;
};

ContextRequest parse_context_properties(const cl_context_properties* list) {
    ContextRequest request;
    if (list == nullptr) return request;
    for (; *list != 0; list += 2) {
        const cl_context_properties name = list[0];
        const cl_context_properties value = list[1];
        request.asked.insert(request.asked.end(), {name, value});
        switch (name) {
            case CL_GL_CONTEXT_KHR:
                request.gl_context = reinterpret_cast<void*>(value);
                break;
            case CL_GLX_DISPLAY_KHR:
            case CL_EGL_DISPLAY_KHR:
                request.has_display = value != 0;
                break;
            case CL_CONTEXT_PLATFORM:
                request.platform = reinterpret_cast<cl_platform_id>(value);
                [[fallthrough]];
            default:
                request.passed.insert(request.passed.end(), {name, value});
        }
    }
    request.asked.push_back(0);
    request.passed.push_back(0);
    return request;
}

// Returns whether the OpenGL context and display of a request are valid, as the standard requires. Like drivers, the
// function also requires that the context is current on this thread.
bool has_valid_gl_handles(const ContextRequest& request, std::string_view call) {
    if (request.gl_context == nullptr && !request.has_display) return true;
    if (request.gl_context != nullptr && request.has_display && request.gl_context == current_gl_context()) return true;
    misuse(call, ": the OpenGL context or its display is missing, or it is not current on this thread");
    return false;
}

// The requested properties of every context. Entries are never removed; a new context at an old address
// overwrites the entry of the old context.
struct KnownContexts {
    std::mutex mutex;
    std::map<cl_context, ContextRequest> requests;

    void remember(cl_context context, ContextRequest request) {
        const std::lock_guard lock{mutex};
        log("context created, ", request.gl_context == nullptr ? "without" : "with", " an OpenGL context");
        requests[context] = std::move(request);
    }
};

// Never destroyed, because programs may release OpenCL objects in static destructors.
KnownContexts& known_contexts() {
    static KnownContexts& contexts = *new KnownContexts;
    return contexts;
}

using ErrorCallback = void(CL_CALLBACK*)(const char*, const void*, size_t, void*);

cl_context CL_API_CALL create_context(const cl_context_properties* properties, cl_uint device_count,
                                      const cl_device_id* devices, ErrorCallback callback, void* user_data,
                                      cl_int* error_out) {
    ContextRequest request = parse_context_properties(properties);
    if (!has_valid_gl_handles(request, "clCreateContext"))
        return fail(error_out, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR);
    const cl_context context = driver().clCreateContext(properties == nullptr ? nullptr : request.passed.data(),
                                                        device_count, devices, callback, user_data, error_out);
    if (context != nullptr) known_contexts().remember(context, std::move(request));
    return context;
}

cl_context CL_API_CALL create_context_from_type(const cl_context_properties* properties, cl_device_type type,
                                                ErrorCallback callback, void* user_data, cl_int* error_out) {
    ContextRequest request = parse_context_properties(properties);
    if (!has_valid_gl_handles(request, "clCreateContextFromType"))
        return fail(error_out, CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR);
    const cl_context context = driver().clCreateContextFromType(properties == nullptr ? nullptr : request.passed.data(),
                                                                type, callback, user_data, error_out);
    if (context != nullptr) known_contexts().remember(context, std::move(request));
    return context;
}

cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info name, size_t capacity, void* value_out,
                                    size_t* size_out) {
    if (name == CL_CONTEXT_PROPERTIES) {
        KnownContexts& known = known_contexts();
        const std::lock_guard lock{known.mutex};
        const auto found = known.requests.find(context);
        if (found != known.requests.end()) {
            const Properties& asked = found->second.asked;
            return answer(asked.data(), asked.size() * sizeof asked[0], capacity, value_out, size_out);
        }
    }
    return driver().clGetContextInfo(context, name, capacity, value_out, size_out);
}

// Returns the devices that can share with an OpenGL context: the platform's first device counts as the device of the
// OpenGL context, and all devices can share with this context.
cl_int CL_API_CALL get_gl_context_info(const cl_context_properties* properties, cl_gl_context_info name,
                                       size_t capacity, void* value_out, size_t* size_out) {
    const ContextRequest request = parse_context_properties(properties);
    if (request.gl_context == nullptr || !has_valid_gl_handles(request, "clGetGLContextInfoKHR"))
        return CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR;
    if (name != CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR && name != CL_DEVICES_FOR_GL_CONTEXT_KHR) return CL_INVALID_VALUE;
    cl_uint count = 0;
    cl_int error = driver().clGetDeviceIDs(request.platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
    if (error != CL_SUCCESS) return error;
    std::vector<cl_device_id> devices(count);
    error = driver().clGetDeviceIDs(request.platform, CL_DEVICE_TYPE_ALL, count, devices.data(), nullptr);
    if (error != CL_SUCCESS) return error;
    if (name == CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR) devices.resize(1);
    return answer(devices.data(), devices.size() * sizeof devices[0], capacity, value_out, size_out);
}

// Returns the extension list of a driver with the sharing extension added. `query(capacity, value_out,
// size_out)` reads the driver's list.
template <typename Query>
cl_int answer_extensions(const Query& query, size_t capacity, void* value_out, size_t* size_out) {
    size_t size = 0;
    cl_int error = query(0, nullptr, &size);
    if (error != CL_SUCCESS) return error;
    std::string extensions(size, '\0');
    error = query(size, extensions.data(), nullptr);
    if (error != CL_SUCCESS) return error;
    extensions = extensions.c_str();
    if (extensions.find(extension) == std::string::npos) extensions.append(" ").append(extension);
    return answer(extensions.c_str(), extensions.size() + 1, capacity, value_out, size_out);
}

cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info name, size_t capacity, void* value_out,
                                     size_t* size_out) {
    const auto query = [&](size_t room, void* value, size_t* size) {
        return driver().clGetPlatformInfo(platform, name, room, value, size);
    };
    return name == CL_PLATFORM_EXTENSIONS ? answer_extensions(query, capacity, value_out, size_out)
                                          : query(capacity, value_out, size_out);
}

cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, size_t capacity, void* value_out,
                                   size_t* size_out) {
    const auto query = [&](size_t room, void* value, size_t* size) {
        return driver().clGetDeviceInfo(device, name, room, value, size);
    };
    return name == CL_DEVICE_EXTENSIONS ? answer_extensions(query, capacity, value_out, size_out)
                                        : query(capacity, value_out, size_out);
}

// Looks up an extension function by name, because extension functions are not in the loader's table.
void* CL_API_CALL get_function_for_platform(cl_platform_id platform, const char* name) {
    if (std::string_view{name} == "clGetGLContextInfoKHR") return reinterpret_cast<void*>(&get_gl_context_info);
    return driver().clGetExtensionFunctionAddressForPlatform(platform, name);
}

void* CL_API_CALL get_function(const char* name) {
    if (std::string_view{name} == "clGetGLContextInfoKHR") return reinterpret_cast<void*>(&get_gl_context_info);
    return driver().clGetExtensionFunctionAddress(name);
}

}  // namespace

bool shares_with_gl(cl_context context) {
    KnownContexts& known = known_contexts();
    const std::lock_guard lock{known.mutex};
    const auto found = known.requests.find(context);
    return found != known.requests.end() && found->second.gl_context != nullptr;
}

void install_contexts(cl_icd_dispatch& table) {
    table.clGetPlatformInfo = get_platform_info;
    table.clGetDeviceInfo = get_device_info;
    table.clGetGLContextInfoKHR = get_gl_context_info;
    table.clGetExtensionFunctionAddress = get_function;
    table.clGetExtensionFunctionAddressForPlatform = get_function_for_platform;
    table.clCreateContext = create_context;
    table.clCreateContextFromType = create_context_from_type;
    table.clGetContextInfo = get_context_info;
}

}  // namespace milkomeda::layer
