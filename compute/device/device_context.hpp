// The device that a run works on, and the tier of its particle buffers (interop.hpp).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compute/device/device.hpp"
#include "compute/device/interop.hpp"

namespace cl {
class Context;
}

namespace milkomeda {

struct DeviceContext {
    Tier tier = Tier::none;
    std::string reason;                          // reason for the tier, one line to show to the user
    std::optional<Device> device;                // device of the run; empty for Tier::none
    std::shared_ptr<const cl::Context> context;  // OpenCL context of the run; null for Tier::none
    // Further devices that compute a part of each force evaluation; each has an OpenCL context of its own.
    std::vector<Device> secondary{};
    bool profiled = false;  // true if the run's command queue records times (CL_QUEUE_PROFILING_ENABLE)
};

// Returns the names of the device and the secondary devices, such as "NVIDIA H200 + NVIDIA H200".
// `device_context.device` must not be empty.
std::string device_names(const DeviceContext& device_context);

// Chooses the best tier that works on the device. Sharing with OpenGL works if the platform confirms it and
// OpenGL reads back a small test pattern that OpenCL wrote. Leaves `secondary` empty. Throws
// std::runtime_error if `interop` demands a tier that is not available.
DeviceContext make_device_context(const Device* device, const GlSide& gl, Interop interop);

}  // namespace milkomeda
