#include "compute/device/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "compute/device/opencl_error.hpp"
#include "compute/device/particle_buffers.hpp"
#include "compute/device/pocl_cache.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

std::string type_name(cl_device_type type) {
    if (type & CL_DEVICE_TYPE_GPU) return "gpu";
    if (type & CL_DEVICE_TYPE_ACCELERATOR) return "accelerator";
    return "cpu";
}

std::string lower(std::string_view text) {
    std::string result{text};
    std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
    return result;
}

}  // namespace

std::string driver_version(const Device& device) { return handle_of(device).getInfo<CL_DRIVER_VERSION>(); }

bool is_mesa_cpu(const Device& device) { return device.platform == "rusticl" && device.type == "cpu"; }

std::vector<Device> list_devices(const std::function<void(const std::string&)>& tell) {
    // Warning that PoCL cannot use its cache folder; shown once, and only if PoCL is installed.
    static std::optional<std::string> trouble = set_up_pocl_cache();
    std::vector<Device> devices;
    std::vector<cl::Platform> platforms;
    const auto broken = [&](const std::string& what, const cl::Error& error) {
        if (tell) tell(fmt::format("{} is skipped: {}", what, opencl_call_failed(error.what(), error.err())));
    };
    try {
        cl::Platform::get(&platforms);
    } catch (const cl::Error& error) {  // a loader without platforms is not a failure
        if (error.err() != CL_PLATFORM_NOT_FOUND_KHR) broken("OpenCL", error);
    }
    for (const cl::Platform& platform : platforms) {
        std::string name = "an OpenCL platform";
        try {
            name = platform.getInfo<CL_PLATFORM_NAME>();
            if (name == "Portable Computing Language" && trouble && tell) tell(*std::exchange(trouble, std::nullopt));
            std::vector<cl::Device> handles;
            platform.getDevices(CL_DEVICE_TYPE_ALL, &handles);
            for (const cl::Device& handle : handles)
                devices.push_back({devices.size(), name, handle.getInfo<CL_DEVICE_NAME>(),
                                   type_name(handle.getInfo<CL_DEVICE_TYPE>()), handle()});
        } catch (const cl::Error& error) {
            if (error.err() != CL_DEVICE_NOT_FOUND) broken(name, error);
        }
    }
    return devices;
}

const Device* choose_device(const std::vector<Device>& devices, std::string_view wanted) {
    if (wanted.empty()) {
        for (const char* type : {"gpu", "accelerator", "cpu"}) {
            const auto found = std::ranges::find(devices, type, &Device::type);
            if (found != devices.end()) return &*found;
        }
        return nullptr;
    }
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
    if (error == std::errc{} && end == wanted.data() + wanted.size()) {
        if (index < devices.size()) return &devices[index];
    } else {
        for (const Device& device : devices)
            if (lower(device.platform + ' ' + device.name).find(lower(wanted)) != std::string::npos) return &device;
    }
    const auto label = [](const Device& device) { return fmt::format("{} ({})", device.index, device.name); };
    throw std::invalid_argument(fmt::format("no OpenCL device '{}'; known devices: {}", wanted,
                                            devices.empty() ? "none" : join(devices, label)));
}

std::vector<Device> choose_devices(const std::vector<Device>& devices, std::string_view wanted) {
    std::vector<Device> chosen;
    const auto add = [&](const Device* device) {
        if (device == nullptr) return;
        if (std::ranges::find(chosen, device->index, &Device::index) != chosen.end())
            throw std::invalid_argument(
                fmt::format("'{}' names device {} ({}) twice", wanted, device->index, device->name));
        chosen.push_back(*device);
    };
    if (wanted == "all") {
        const Device* first = choose_device(devices, {});
        add(first);
        for (const Device& device : devices)
            if (&device != first) add(&device);
        return chosen;
    }
    for (const std::string& part : split(wanted, ',')) {
        if (part.empty() && !wanted.empty())
            throw std::invalid_argument(fmt::format("'{}' has a comma without a device", wanted));
        add(choose_device(devices, part));
    }
    return chosen;
}

std::size_t most_bodies(const Device& device, bool with_secondary) {
    const auto memory = handle_of(device).getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
    const auto largest = handle_of(device).getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    // Leaves a tenth of the memory for the driver and the display. The number of bodies is also limited to
    // 2^31 - 1, because row indices in kernels and files have 32 bits.
    const std::size_t bytes = bytes_per_body + (with_secondary ? sizeof(cl_float4) : 0);
    const auto by_memory = static_cast<std::size_t>(0.9 * static_cast<double>(memory)) / bytes;
    const auto by_allocation = static_cast<std::size_t>(largest) / largest_bytes_per_body;
    return std::min({by_memory, by_allocation, std::size_t{std::numeric_limits<std::int32_t>::max()}});
}

}  // namespace milkomeda
