// The properties of a device on which kernel settings depend, as plain values. Tests can compute settings for
// devices that are not installed.
#pragma once

#include <cstddef>
#include <string>

#include "compute/device/device.hpp"

namespace milkomeda {

struct DeviceTraits {
    DeviceTraits() = default;
    // Queries the driver. Not explicit, so that a Device can be passed as a DeviceTraits argument.
    DeviceTraits(const Device& device);

    std::string name;
    bool is_cpu = false;
    bool is_nvidia = false;
    bool is_mesa_cpu = false;
    // true if kernels with explicit vector types are the fastest, as on most CPU drivers
    bool wants_vectors = false;
    unsigned vector_width = 4;           // floats per vector: 4, 8 or 16
    std::size_t max_work_group = 1;      // maximum number of work-items per work-group
    std::size_t local_memory_bytes = 0;  // bytes of local memory per work-group
    std::size_t compute_units = 1;
};

}  // namespace milkomeda
