// The tier says where positions and velocities are stored. A run uses the best tier that works on its device:
//   shared  OpenCL works directly in the vertex buffers that OpenGL draws (cl_khr_gl_sharing)
//   copied  OpenCL has its own buffers, and the host copies the bodies to OpenGL for drawing
//   none    no OpenCL device
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"

namespace milkomeda {

enum class Tier { shared, copied, none };
enum class Interop { automatic, shared, copied, none };  // values of the option --interop

template <>
inline constexpr std::array<std::string_view, 3> names<Tier>{"shared", "copied", "none"};
template <>
inline constexpr std::array<std::string_view, 4> names<Interop>{"auto", "shared", "copied", "none"};

// Properties of the current OpenGL context, as plain values. Without a context, `api` is Api::none.
struct GlSide {
    enum class Api { none, glx, egl };
    Api api = Api::none;
    void* display = nullptr;
    void* context = nullptr;
    std::function<void()> finish;                        // waits until OpenGL has executed all commands
    unsigned probe_buffer = 0;                           // name of an OpenGL buffer for a test of the sharing
    std::size_t probe_bytes = 0;                         // size of the test buffer, a multiple of 4
    std::function<std::vector<std::byte>()> read_probe;  // reads the test buffer through OpenGL
};

// OpenGL names of the vertex buffers to share; ignored in the copied tier.
struct GlVertexBuffers {
    unsigned positions = 0;
    unsigned velocities = 0;
};

}  // namespace milkomeda
