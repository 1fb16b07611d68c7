// The facts of a device that decide how a kernel is set: plain values, so that settings can be computed for
// devices that are not here.
#pragma once

#include <cstddef>
#include <string>

#include "compute/device/device.hpp"

namespace milkomeda {

struct DeviceTraits {
    DeviceTraits() = default;
    // Asks the driver. Implicit, so that whoever has a device can pass it on.
    DeviceTraits(const Device& device);

    std::string name;
    bool is_cpu = false;
    bool is_nvidia = false;
    bool is_mesa_cpu = false;
    bool wants_vectors = false;          // explicit vectors in the source, as most CPU drivers do
    unsigned vector_width = 4;           // lanes: 4, 8 or 16
    std::size_t max_work_group = 1;      // work-items
    std::size_t local_memory_bytes = 0;  // for one work-group
    std::size_t compute_units = 1;
};

}  // namespace milkomeda
