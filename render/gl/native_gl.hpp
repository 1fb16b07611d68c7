// The current OpenGL context: loading its functions, what it is, and what OpenCL needs in order to share with
// it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "render/gl/gl.hpp"

namespace milkomeda {

// What is asked for, the best first: 4.3 has compute shaders, 3.3 suffices.
struct GlVersion {
    int major, minor;
};
inline constexpr GlVersion wished_gl_versions[] = {{4, 3}, {3, 3}};

// Finds OpenGL 3.3's functions in the current context; throws std::runtime_error when it is older. With
// `print_messages` the driver's debug messages go to standard error.
void load_gl(GLADloadfunc loader, bool print_messages = false);

struct GlInfo {
    std::string vendor, renderer, version;
};
GlInfo current_gl_info();
bool draws_in_software();  // by Mesa, on the processor

// The handles that clCreateContext takes to share with this thread's current context.
struct NativeGl {
    enum class Api { none, glx, egl } api = Api::none;
    void* display = nullptr;
    void* context = nullptr;
};
NativeGl current_native_gl();

// A small buffer of known content, for proving that sharing works before anything relies on it.
class ProbeBuffer {
  public:
    static constexpr std::size_t size_bytes = 256;  // byte i holds i at first

    ProbeBuffer();

    unsigned name() const { return buffer_.name(); }
    std::vector<std::byte> read();  // what it holds now; waits for OpenGL

  private:
    GlBuffer buffer_;
};

}  // namespace milkomeda
