// The properties of a device that decide kernel settings, as plain values, so that settings can be computed
// for devices that are not present.
#pragma once

#include <cstddef>
#include <string>

#include "compute/device/device.hpp"

namespace milkomeda {

struct DeviceTraits {
    DeviceTraits() = default;
    // Queries the driver. The conversion is implicit so that a Device can be passed as DeviceTraits.
    DeviceTraits(const Device& device);

    std::string name;
    bool is_cpu = false;
    bool is_nvidia = false;
    bool is_mesa_cpu = false;
    // true if explicit vectors in the source are fastest, as on most CPU drivers
    bool wants_vectors = false;
    unsigned vector_width = 4;           // lanes per vector: 4, 8 or 16
    std::size_t max_work_group = 1;      // maximum number of work-items per work-group
    std::size_t local_memory_bytes = 0;  // bytes of local memory per work-group
    std::size_t compute_units = 1;
};

}  // namespace milkomeda
