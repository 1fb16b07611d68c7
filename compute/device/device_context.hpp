// The device that a run works on, in the best tier that is proven for it, and why.
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
    std::string reason;                          // one line for people
    std::optional<Device> device;                // empty for tier none
    std::shared_ptr<const cl::Context> context;  // created for that tier; null for none
    std::vector<Device> secondary{};             // compute a part of each force, in contexts of their own
    bool profiled = false;  // the queue of a run keeps times, so that a frame can show them
};

// "NVIDIA H200 + NVIDIA H200": the device and the secondary ones. There must be a device.
std::string device_names(const DeviceContext& device_context);

// Without secondary devices. Asks the platform whether the device can share with the GL context, and proves
// it with a small write that GL reads back. Throws std::runtime_error when `interop` demands what cannot be
// had.
DeviceContext place(const Device* device, const GlSide& gl, Interop interop);

}  // namespace milkomeda
