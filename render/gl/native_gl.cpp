#include "render/gl/native_gl.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <iostream>
#include <stdexcept>

#include "data/system/loaded_library.hpp"
#include "data/system/memory.hpp"

namespace milkomeda {
namespace {

void GLAD_API_PTR print_message(GLenum, GLenum type, GLuint, GLenum severity, GLsizei, const GLchar* message,
                                const void*) {
    if (severity == GL_DEBUG_SEVERITY_NOTIFICATION) return;
    std::cerr << (type == GL_DEBUG_TYPE_ERROR ? "OpenGL error: " : "OpenGL: ") << message << '\n';
}

std::string text_of(GLenum what) {
    const GLubyte* text = glGetString(what);
    return text != nullptr ? reinterpret_cast<const char*>(text) : "";
}

// Calls the parameterless function `function`, which returns a handle, in the first library of `libraries` that is
// already loaded. Only a loaded library can have a current context. Linking GLX and EGL instead would prevent the
// program from starting on systems that have only one of the two; their headers would also define macros of X11.
void* call_if_loaded(std::initializer_list<const char*> libraries, const char* function) {
    for (const char* name : libraries) {
        const auto call = reinterpret_cast<void* (*)()>(function_in_library(name, function));
        void* handle = call != nullptr ? call() : nullptr;
        if (handle != nullptr) return handle;
    }
    return nullptr;
}

}  // namespace

void load_gl(GLADloadfunc loader, bool print_messages) {
    const int version = gladLoadGL(loader);
    if (version == 0) throw std::runtime_error("no OpenGL context is current");
    if (GLAD_VERSION_MAJOR(version) * 10 + GLAD_VERSION_MINOR(version) < 33)
        throw std::runtime_error(fmt::format(
            "the OpenGL driver is too old: OpenGL 3.3 is required, and the driver has {}", text_of(GL_VERSION)));
    // Mesa's software renderer allocates and frees tens of megabytes per frame in blocks of 64 KiB. Returning
    // this memory to the operating system would take a third of the drawing time for many particles, so freed
    // memory is kept. Larger, longer-lived allocations, such as a run's key frames, come from the operating
    // system directly. They would otherwise fragment the memory that the renderer reuses in every frame.
    if (draws_in_software()) keep_freed_memory();
    if (print_messages && GLAD_GL_KHR_debug) {
        glEnable(GL_DEBUG_OUTPUT);
        // makes driver messages synchronous, so that a debugger stops at the failing call
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        glDebugMessageCallback(print_message, nullptr);
    }
}

bool draws_in_software() {
    const std::string renderer = text_of(GL_RENDERER);
    return renderer.find("llvmpipe") != std::string::npos || renderer.find("softpipe") != std::string::npos;
}

GlInfo current_gl_info() { return {text_of(GL_VENDOR), text_of(GL_RENDERER), text_of(GL_VERSION)}; }

NativeGl current_native_gl() {
    const auto glx = {"libGLX.so.0", "libGL.so.1"};
    if (void* context = call_if_loaded(glx, "glXGetCurrentContext"))
        return {NativeGl::Api::glx, call_if_loaded(glx, "glXGetCurrentDisplay"), context};
    const auto egl = {"libEGL.so.1"};
    if (void* context = call_if_loaded(egl, "eglGetCurrentContext"))
        return {NativeGl::Api::egl, call_if_loaded(egl, "eglGetCurrentDisplay"), context};
    return {};
}

ProbeBuffer::ProbeBuffer() {
    std::vector<std::byte> content(size_bytes);
    for (std::size_t i = 0; i < size_bytes; ++i) content[i] = static_cast<std::byte>(i);
    buffer_ = new_buffer("sharing probe", content, GL_DYNAMIC_DRAW);
}

std::vector<std::byte> ProbeBuffer::read() {
    std::vector<std::byte> content(size_bytes);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.name());
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, size_bytes, content.data());
    glBindBuffer(GL_ARRAY_BUFFER, 0);
    return content;
}

}  // namespace milkomeda
