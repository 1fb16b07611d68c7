// Tests of the layer: OpenCL and OpenGL take turns in using one buffer, and the layer refuses every use that the
// standard leaves undefined. ctest loads the layer through the variable OPENCL_LAYERS.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "render/gl/headless_context.hpp"
#include "render/gl/native_gl.hpp"

using namespace milkomeda;

namespace {

[[noreturn]] void skip(const std::string& reason) {
    std::cout << "skipped: " << reason << std::endl;
    std::exit(77);
}

bool is_lying() { return std::getenv("MILKOMEDA_LAYER_LIE") != nullptr; }

cl::Device first_device() {
    std::vector<cl::Platform> platforms;
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error&) {
        skip("no OpenCL platform");
    }
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> devices;
        try {
            platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
        } catch (const cl::Error&) {
            continue;  // The platform has no devices.
        }
        if (!devices.empty()) return devices.front();
    }
    skip("no OpenCL device");
}

std::unique_ptr<HeadlessContext> open_gl() {
    try {
        return std::make_unique<HeadlessContext>();
    } catch (const std::exception& error) {
        skip(error.what());
    }
}

// In older releases of the OpenCL C++ wrapper, getInfo() returns a plain handle; in newer releases it returns
// an object.
cl::Platform platform_of(const cl::Device& device) { return cl::Platform{device.getInfo<CL_DEVICE_PLATFORM>()}; }

std::vector<cl_context_properties> sharing_properties(const cl::Device& device) {
    const auto handle = [](void* pointer) { return reinterpret_cast<cl_context_properties>(pointer); };
    const NativeGl gl = current_native_gl();
    return {CL_CONTEXT_PLATFORM,
            handle(platform_of(device)()),
            CL_GL_CONTEXT_KHR,
            handle(gl.context),
            CL_EGL_DISPLAY_KHR,
            handle(gl.display),
            0};
}

// Returns the error of an OpenCL call that should fail, or CL_SUCCESS if the call does not fail.
template <typename Call>
cl_int error_of(const Call& call) {
    try {
        call();
    } catch (const cl::Error& error) {
        return error.err();
    }
    return CL_SUCCESS;
}

// Four floats in a vertex buffer shared by OpenCL and OpenGL, and a kernel that doubles these floats.
struct Sharing {
    static constexpr std::size_t count = 4;
    static constexpr std::size_t size = count * sizeof(float);

    std::unique_ptr<HeadlessContext> gl = open_gl();
    cl::Device device = first_device();
    cl::Context context{device, sharing_properties(device).data()};
    cl::CommandQueue queue{context, device};
    GlBuffer vertices = new_buffer();
    std::optional<cl::BufferGL> buffer;
    std::vector<cl::Memory> objects;
    cl::Kernel twice;

    Sharing() {
        const float values[count] = {1, 2, 3, 4};
        glBindBuffer(GL_ARRAY_BUFFER, vertices.name());
        glBufferData(GL_ARRAY_BUFFER, size, values, GL_DYNAMIC_DRAW);
        buffer.emplace(context, CL_MEM_READ_WRITE, vertices.name());
        objects = {*buffer};
        cl::Program program{context, "__kernel void twice(__global float* x) { x[get_global_id(0)] *= 2.0f; }"};
        program.build();
        twice = cl::Kernel{program, "twice"};
        twice.setArg(0, *buffer);
    }

    void acquire() { queue.enqueueAcquireGLObjects(&objects); }
    void release() { queue.enqueueReleaseGLObjects(&objects); }
    void run() {
        queue.enqueueNDRangeKernel(twice, cl::NullRange, cl::NDRange{count});
        queue.finish();
    }
    std::vector<float> seen_by_gl() const {
        std::vector<float> values(count);
        glBindBuffer(GL_ARRAY_BUFFER, vertices.name());
        glGetBufferSubData(GL_ARRAY_BUFFER, 0, size, values.data());
        return values;
    }
};

}  // namespace

TEST_CASE("OpenGL sees the result of a kernel in a shared buffer") {
    Sharing sharing;
    sharing.acquire();
    sharing.run();
    sharing.release();
    if (is_lying())
        CHECK(sharing.seen_by_gl() == std::vector<float>{1, 2, 3, 4});
    else
        CHECK(sharing.seen_by_gl() == std::vector<float>{2, 4, 6, 8});
}

// The following tests need a layer that really shares buffers and refuses misuse.
TEST_SUITE("strict" * doctest::skip(is_lying())) {
    TEST_CASE("after acquiring a shared buffer, OpenCL sees the changes that OpenGL made") {
        Sharing sharing;
        sharing.acquire();
        sharing.release();
        const float ten = 10;
        glBindBuffer(GL_ARRAY_BUFFER, sharing.vertices.name());
        glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof ten, &ten);
        cl::Event acquired;
        sharing.queue.enqueueAcquireGLObjects(&sharing.objects, nullptr, &acquired);
        acquired.wait();
        sharing.run();
        sharing.release();
        CHECK(sharing.seen_by_gl() == std::vector<float>{20, 4, 6, 8});
    }

    TEST_CASE("acquiring and releasing shared buffers leaves OpenGL's buffer bindings unchanged") {
        Sharing sharing;
        const GlBuffer other = new_buffer();
        glBindBuffer(GL_COPY_READ_BUFFER, other.name());
        sharing.acquire();
        sharing.release();
        GLint bound = 0;
        glGetIntegerv(GL_COPY_READ_BUFFER, &bound);  // GL_COPY_READ_BUFFER is also the name of the query.
        CHECK(bound == static_cast<GLint>(other.name()));
        CHECK(glGetError() == GL_NO_ERROR);
    }

    TEST_CASE(
        "platform and device report the extension cl_khr_gl_sharing, and the device belongs to the OpenGL context") {
        Sharing sharing;
        const cl::Platform platform = platform_of(sharing.device);
        CHECK(platform.getInfo<CL_PLATFORM_EXTENSIONS>().find("cl_khr_gl_sharing") != std::string::npos);
        CHECK(sharing.device.getInfo<CL_DEVICE_EXTENSIONS>().find("cl_khr_gl_sharing") != std::string::npos);

        const auto get_info = reinterpret_cast<clGetGLContextInfoKHR_fn>(
            clGetExtensionFunctionAddressForPlatform(platform(), "clGetGLContextInfoKHR"));
        const bool is_there = get_info != nullptr;
        REQUIRE(is_there);
        cl_device_id current = nullptr;
        CHECK(get_info(sharing_properties(sharing.device).data(), CL_CURRENT_DEVICE_FOR_GL_CONTEXT_KHR, sizeof current,
                       &current, nullptr) == CL_SUCCESS);
        CHECK(current == sharing.device());
    }

    TEST_CASE("a shared buffer reports its OpenGL name, and a context reports its OpenGL handles") {
        Sharing sharing;
        cl_gl_object_type type = 0;
        cl_GLuint name = 0;
        CHECK(clGetGLObjectInfo((*sharing.buffer)(), &type, &name) == CL_SUCCESS);
        CHECK(type == CL_GL_OBJECT_BUFFER);
        CHECK(name == sharing.vertices.name());
        CHECK(sharing.context.getInfo<CL_CONTEXT_PROPERTIES>() == sharing_properties(sharing.device));
    }

    TEST_CASE("kernels, transfers and maps of a buffer that is not acquired fail") {
        Sharing sharing;
        cl::CommandQueue& queue = sharing.queue;
        const cl::BufferGL& shared = *sharing.buffer;
        const cl::Buffer ordinary{sharing.context, CL_MEM_READ_WRITE, Sharing::size};
        std::vector<float> host(Sharing::count);
        const auto refused = [](const auto& call) { return error_of(call) == CL_INVALID_OPERATION; };

        CHECK(refused([&] { sharing.run(); }));
        CHECK(refused([&] { queue.enqueueReadBuffer(shared, CL_TRUE, 0, Sharing::size, host.data()); }));
        CHECK(refused([&] { queue.enqueueWriteBuffer(shared, CL_TRUE, 0, Sharing::size, host.data()); }));
        CHECK(refused([&] { queue.enqueueCopyBuffer(shared, ordinary, 0, 0, Sharing::size); }));
        CHECK(refused([&] { queue.enqueueCopyBuffer(ordinary, shared, 0, 0, Sharing::size); }));
        CHECK(refused([&] { queue.enqueueFillBuffer(shared, 0.0f, 0, Sharing::size); }));
        CHECK(refused([&] { queue.enqueueMapBuffer(shared, CL_TRUE, CL_MAP_READ, 0, Sharing::size); }));

        sharing.acquire();
        CHECK(error_of([&] { sharing.run(); }) == CL_SUCCESS);
        CHECK(error_of([&] { queue.enqueueCopyBuffer(shared, ordinary, 0, 0, Sharing::size); }) == CL_SUCCESS);
        sharing.release();
        CHECK(refused([&] { sharing.run(); }));
    }

    TEST_CASE("acquiring a buffer twice or releasing it twice fails") {
        Sharing sharing;
        CHECK(error_of([&] { sharing.release(); }) == CL_INVALID_OPERATION);
        sharing.acquire();
        CHECK(error_of([&] { sharing.acquire(); }) == CL_INVALID_OPERATION);
        sharing.release();
        CHECK(error_of([&] { sharing.release(); }) == CL_INVALID_OPERATION);
    }

    TEST_CASE("freeing an acquired buffer fails") {
        Sharing sharing;
        sharing.acquire();
        const cl_mem handle = (*sharing.buffer)();
        CHECK(clRetainMemObject(handle) == CL_SUCCESS);
        CHECK(clReleaseMemObject(handle) == CL_SUCCESS);  // This call releases one of several references.
        sharing.objects.clear();
        CHECK(clReleaseMemObject(handle) == CL_INVALID_OPERATION);
        sharing.objects = {*sharing.buffer};
        sharing.release();
    }

    TEST_CASE("after OpenCL has released a shared buffer, OpenCL reads only NaN from this buffer") {
        Sharing sharing;
        sharing.acquire();
        sharing.release();
        setenv("MILKOMEDA_LAYER_STRICT", "0", 1);  // Without strict mode, the layer allows misuse, as drivers do.
        std::vector<float> host(Sharing::count);
        sharing.queue.enqueueReadBuffer(*sharing.buffer, CL_TRUE, 0, Sharing::size, host.data());
        setenv("MILKOMEDA_LAYER_STRICT", "1", 1);
        for (const float value : host) CHECK(std::isnan(value));
    }

    TEST_CASE("sharing fails for a buffer that does not exist in OpenGL or that OpenGL has resized") {
        Sharing sharing;
        CHECK(error_of([&] { cl::BufferGL(sharing.context, CL_MEM_READ_WRITE, 12345); }) == CL_INVALID_GL_OBJECT);
        glBindBuffer(GL_ARRAY_BUFFER, sharing.vertices.name());
        glBufferData(GL_ARRAY_BUFFER, 2 * Sharing::size, nullptr, GL_DYNAMIC_DRAW);
        CHECK(error_of([&] { sharing.acquire(); }) == CL_INVALID_GL_OBJECT);
    }

    TEST_CASE("sharing a buffer fails without a current OpenGL context") {
        Sharing sharing;
        const std::vector<cl_context_properties> properties = sharing_properties(sharing.device);
        cl::Context unshared{sharing.device};
        CHECK(error_of([&] { cl::BufferGL(unshared, CL_MEM_READ_WRITE, sharing.vertices.name()); }) ==
              CL_INVALID_CONTEXT);

        sharing.vertices = {};
        sharing.gl.reset();
        CHECK(error_of([&] { sharing.acquire(); }) == CL_INVALID_OPERATION);
        CHECK(error_of([&] { cl::Context(sharing.device, properties.data()); }) ==
              CL_INVALID_GL_SHAREGROUP_REFERENCE_KHR);
    }
}
