#include "compute/kernels/device_traits.hpp"

#include <algorithm>
#include <bit>

#include "compute/device/opencl.hpp"

namespace milkomeda {

// CPU drivers that report a native vector width of 1 (Mesa) combine work-items into vectors, as GPUs do. CPU drivers
// with wider vectors (PoCL) need explicit vector types in the kernels.
DeviceTraits::DeviceTraits(const Device& device)
    : name{device.name},
      is_cpu{device.type == "cpu"},
      is_nvidia{device.platform.find("NVIDIA") != std::string::npos},
      is_mesa_cpu{milkomeda::is_mesa_cpu(device)} {
    const cl::Device handle = handle_of(device);
    const auto native_width = static_cast<unsigned>(handle.getInfo<CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT>());
    wants_vectors = is_cpu && native_width > 1;
    vector_width = std::clamp(std::bit_floor(std::max(native_width, 1u)), 4u, 16u);
    max_work_group = handle.getInfo<CL_DEVICE_MAX_WORK_GROUP_SIZE>();
    local_memory_bytes = static_cast<std::size_t>(handle.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>());
    compute_units = handle.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
}

}  // namespace milkomeda
