// These functions give access to every OpenCL device of this machine, for tests that must pass on all devices.
#pragma once

#include <doctest/doctest.h>

#include "assets/assets.hpp"
#include "compute/device/device.hpp"
#include "compute/device/device_context.hpp"

namespace milkomeda::test {

inline ReadAsset built_in_kernels() {
    return [](std::string_view name) { return Assets{}.read(name); };
}

inline DeviceContext copied(const Device& device) { return make_device_context(&device, {}, Interop::copied); }

// Calls `test` with each device. Fails if there is no device, because nothing would be tested.
template <typename Test>
void on_every_device(Test test) {
    const std::vector<Device> devices = list_devices();
    REQUIRE_MESSAGE(!devices.empty(), "no OpenCL device found: install pocl-opencl-icd");
    for (const Device& device : devices) {
        CAPTURE(device.platform);
        CAPTURE(device.name);
        test(device);
    }
}

}  // namespace milkomeda::test
