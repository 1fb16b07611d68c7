// The current OpenGL context: loading of OpenGL functions, properties, and the handles that OpenCL needs for sharing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "render/gl/gl.hpp"

namespace milkomeda {

// wished_gl_versions lists the OpenGL versions to request, best first: 4.3 has compute shaders, 3.3 is sufficient.
struct GlVersion {
    int major, minor;
};
inline constexpr GlVersion wished_gl_versions[] = {{4, 3}, {3, 3}};

// Loads the functions of OpenGL 3.3 from the current context. Throws std::runtime_error if the context is
// older. If `print_messages` is true, the driver's debug messages go to standard error.
void load_gl(GLADloadfunc loader, bool print_messages = false);

struct GlInfo {
    std::string vendor, renderer, version;
};
GlInfo current_gl_info();
bool draws_in_software();  // returns true for Mesa's renderers on the CPU

// Handles of this thread's current context that clCreateContext() needs for OpenCL-OpenGL sharing.
struct NativeGl {
    enum class Api { none, glx, egl } api = Api::none;
    void* display = nullptr;
    void* context = nullptr;
};
NativeGl current_native_gl();

// A small buffer with known content. Accessing this buffer from OpenCL verifies that OpenCL-OpenGL sharing works before
// the program relies on sharing.
class ProbeBuffer {
  public:
    static constexpr std::size_t size_bytes = 256;  // size of the buffer; byte i initially holds the value i

    ProbeBuffer();

    unsigned name() const { return buffer_.name(); }
    std::vector<std::byte> read();  // returns the current content after all OpenGL commands have finished

  private:
    GlBuffer buffer_;
};

}  // namespace milkomeda
