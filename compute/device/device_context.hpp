// The device that a run works on, the tier of its particle buffers, and the reason for that tier.
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
    std::string reason;                          // reason for the tier, one line for people
    std::optional<Device> device;                // empty for Tier::none
    std::shared_ptr<const cl::Context> context;  // OpenCL context for the tier; null for Tier::none
    // devices that compute a part of each force evaluation, in contexts of their own
    std::vector<Device> secondary{};
    bool profiled = false;  // true if the run's queue records times (CL_QUEUE_PROFILING_ENABLE)
};

// Returns the names of the device and the secondary devices, such as "NVIDIA H200 + NVIDIA H200".
// `device_context.device` must not be empty.
std::string device_names(const DeviceContext& device_context);

// Chooses the best tier that works on the device; leaves `secondary` empty. Asks the platform whether the
// device can share buffers with the OpenGL context, and proves it with a small write that OpenGL reads back.
// Throws std::runtime_error if `interop` demands a tier that is not available.
DeviceContext make_device_context(const Device* device, const GlSide& gl, Interop interop);

}  // namespace milkomeda
