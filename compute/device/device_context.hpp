// The device of a run, and the memory in which the positions and velocities of the run are stored.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compute/device/device.hpp"
#include "data/base/names.hpp"

namespace cl {
class Context;
}

namespace milkomeda {

// The tier says where positions and velocities are stored. A run uses the best tier that works on its device:
//   shared  OpenCL works directly in the vertex buffers that OpenGL draws (cl_khr_gl_sharing)
//   copied  OpenCL has its own buffers, and the host copies the bodies to OpenGL for drawing
//   none    no OpenCL device
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
    unsigned probe_buffer = 0;                           // OpenGL name of a buffer for testing whether sharing works
    std::size_t probe_bytes = 0;                         // size of the test buffer, a multiple of 4
    std::function<std::vector<std::byte>()> read_probe;  // reads the test buffer through OpenGL
};

// OpenGL names of the vertex buffers to share; ignored in the copied tier.
struct GlVertexBuffers {
    unsigned positions = 0;
    unsigned velocities = 0;
};

struct DeviceContext {
    Tier tier = Tier::none;
    std::string reason;                          // reason for this tier, one line of text for the user
    std::optional<Device> device;                // device of the run; empty for Tier::none
    std::shared_ptr<const cl::Context> context;  // OpenCL context of the run; null for Tier::none
    // Secondary devices, which compute a part of each force evaluation. Each secondary device has its own OpenCL
    // context.
    std::vector<Device> secondary{};
    bool profiled = false;  // true if the run's command queue records times (CL_QUEUE_PROFILING_ENABLE)
};

// Returns the names of the device and the secondary devices, such as "NVIDIA H200 + NVIDIA H200".
// `device_context.device` must not be empty.
std::string device_names(const DeviceContext& device_context);

// Chooses the best tier that works on the device. Sharing with OpenGL counts as working if the OpenCL platform reports
// that it supports sharing, and if OpenGL reads back a small test pattern that OpenCL wrote. Leaves `secondary` empty.
// Throws std::runtime_error if `interop` demands a tier that is not available.
DeviceContext make_device_context(const Device* device, const GlSide& gl, Interop interop);

}  // namespace milkomeda
