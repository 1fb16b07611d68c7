// Where positions live: the best of three tiers that is proven on this device, and why.
//   shared  OpenCL works in the vertex buffers that OpenGL draws from (cl_khr_gl_sharing)
//   copied  OpenCL keeps its own buffers; the host copies what is to be drawn
//   none    no OpenCL device
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/device.hpp"

namespace milkomeda {

enum class Tier { shared, copied, none };
enum class Interop { automatic, shared, copied, none };  // --interop

std::string_view name_of(Tier tier);
std::optional<Interop> interop_from(std::string_view name);

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

struct Placement {
    Tier tier = Tier::none;
    std::string reason;             // one line for people
    std::optional<Device> device;   // empty for tier none
    cl::Context context;            // created for that tier
    std::vector<Device> helpers{};  // compute a part of each force, in contexts of their own
};

// "NVIDIA H200 + NVIDIA H200": the device and its helpers. There must be a device.
std::string device_names(const Placement& placement);

// Without helpers. Asks the platform whether the device can share with the GL context, and proves it with a
// small write that GL reads back. Throws std::runtime_error when `interop` demands what cannot be had.
Placement place(const Device* device, const GlSide& gl, Interop interop);

}  // namespace milkomeda
