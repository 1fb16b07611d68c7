// The tier says where positions and velocities are stored. The best tier that works on the device is used:
//   shared  OpenCL works in the vertex buffers that OpenGL draws (cl_khr_gl_sharing)
//   copied  OpenCL has its own buffers; the host copies the rows to draw
//   none    no OpenCL device
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"

namespace milkomeda {

enum class Tier { shared, copied, none };
enum class Interop { automatic, shared, copied, none };  // values of --interop

template <>
inline constexpr std::array<std::string_view, 3> names<Tier>{"shared", "copied", "none"};
template <>
inline constexpr std::array<std::string_view, 4> names<Interop>{"auto", "shared", "copied", "none"};

// Everything that this library needs of OpenGL, as plain values: the native handles of the current context, a
// function that waits for it, and a buffer to test sharing with. Without a context, `api` is Api::none.
struct GlSide {
    enum class Api { none, glx, egl };
    Api api = Api::none;
    void* display = nullptr;
    void* context = nullptr;
    std::function<void()> finish;                        // waits until OpenGL has executed all commands
    unsigned probe_buffer = 0;                           // name of an OpenGL buffer of probe_bytes bytes
    std::size_t probe_bytes = 0;                         // a multiple of 4
    std::function<std::vector<std::byte>()> read_probe;  // reads the buffer's content through OpenGL
};

// OpenGL names of the vertex buffers to share; ignored in the copied tier.
struct GlVertexBuffers {
    unsigned positions = 0;
    unsigned velocities = 0;
};

}  // namespace milkomeda
