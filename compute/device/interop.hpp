// Where positions live: the best of three tiers that is proven on this device, and why.
//   shared  OpenCL works in the vertex buffers that OpenGL draws from (cl_khr_gl_sharing)
//   copied  OpenCL keeps its own buffers; the host copies what is to be drawn
//   none    no OpenCL device
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <vector>

#include "data/base/names.hpp"

namespace milkomeda {

enum class Tier { shared, copied, none };
enum class Interop { automatic, shared, copied, none };  // --interop

template <>
inline constexpr std::array<std::string_view, 3> names<Tier>{"shared", "copied", "none"};
template <>
inline constexpr std::array<std::string_view, 4> names<Interop>{"auto", "shared", "copied", "none"};

// What this module must know of OpenGL, as plain values: the native handles of the current context, how to
// wait for it, and a buffer to prove sharing with. Without a context, `api` is none.
struct GlSide {
    enum class Api { none, glx, egl };
    Api api = Api::none;
    void* display = nullptr;
    void* context = nullptr;
    std::function<void()> finish;                        // returns when GL has done all it was told
    unsigned probe_buffer = 0;                           // a GL buffer of probe_bytes bytes
    std::size_t probe_bytes = 0;                         // a multiple of 4
    std::function<std::vector<std::byte>()> read_probe;  // its content, as GL sees it
};

// GL names of the vertex buffers to share; ignored in the copied tier.
struct GlVertexBuffers {
    unsigned positions = 0;
    unsigned velocities = 0;
};

}  // namespace milkomeda
