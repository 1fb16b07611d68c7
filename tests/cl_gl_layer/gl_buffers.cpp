#include "tests/cl_gl_layer/gl_buffers.hpp"

#include <dlfcn.h>

#include <array>

namespace milkomeda::layer {
namespace {

// Constants and functions of GL/glcorearb.h that this file uses. In glGetIntegerv(), `copy_read_buffer` also names the
// query for the buffer that is bound to this target.
constexpr unsigned copy_read_buffer = 0x8F36;
constexpr unsigned buffer_size = 0x8764;

template <typename Function>
Function* gl_function(const char* name) {
    static void* const library = [] {
        for (const char* file : {"libOpenGL.so.0", "libGL.so.1"})
            if (void* handle = dlopen(file, RTLD_NOW | RTLD_LOCAL)) return handle;
        return static_cast<void*>(nullptr);
    }();
    return library == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(library, name));
}

// Binds a buffer to a target that drawing does not use. The destructor restores the previous binding.
class Binding {
  public:
    explicit Binding(unsigned buffer) {
        gl_function<void(unsigned, int*)>("glGetIntegerv")(copy_read_buffer, &previous_);
        bind(buffer);
    }
    ~Binding() { bind(static_cast<unsigned>(previous_)); }
    Binding(const Binding&) = delete;
    Binding& operator=(const Binding&) = delete;

  private:
    static void bind(unsigned buffer) {
        gl_function<void(unsigned, unsigned)>("glBindBuffer")(copy_read_buffer, buffer);
    }
    int previous_ = 0;
};

}  // namespace

void* current_gl_context() {
    struct Source {
        const char* library;
        const char* function;
    };
    constexpr std::array sources{Source{"libEGL.so.1", "eglGetCurrentContext"},
                                 Source{"libGLX.so.0", "glXGetCurrentContext"},
                                 Source{"libGL.so.1", "glXGetCurrentContext"}};
    for (const auto& [file, name] : sources) {
        void* library = dlopen(file, RTLD_NOW | RTLD_NOLOAD);
        if (library == nullptr) continue;
        const auto get_current = reinterpret_cast<void* (*)()>(dlsym(library, name));
        if (get_current == nullptr) continue;
        if (void* context = get_current()) return context;
    }
    return nullptr;
}

std::size_t gl_buffer_size(unsigned buffer) {
    if (gl_function<unsigned char(unsigned)>("glIsBuffer")(buffer) == 0) return 0;
    const Binding binding{buffer};
    int size = 0;
    gl_function<void(unsigned, unsigned, int*)>("glGetBufferParameteriv")(copy_read_buffer, buffer_size, &size);
    return static_cast<std::size_t>(size);
}

std::vector<std::byte> read_gl_buffer(unsigned buffer, std::size_t size) {
    std::vector<std::byte> content(size);
    const Binding binding{buffer};
    gl_function<void(unsigned, std::ptrdiff_t, std::ptrdiff_t, void*)>("glGetBufferSubData")(
        copy_read_buffer, 0, static_cast<std::ptrdiff_t>(size), content.data());
    return content;
}

void write_gl_buffer(unsigned buffer, const std::vector<std::byte>& content) {
    const Binding binding{buffer};
    gl_function<void(unsigned, std::ptrdiff_t, std::ptrdiff_t, const void*)>("glBufferSubData")(
        copy_read_buffer, 0, static_cast<std::ptrdiff_t>(content.size()), content.data());
}

}  // namespace milkomeda::layer
