// Lists the OpenCL devices of this machine, and chooses the devices of a run.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

// A cl_device_id of OpenCL is a pointer to this struct.
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name is OpenCL's
struct _cl_device_id;

namespace milkomeda {

struct Device {
    std::size_t index = 0;  // index among the devices of all platforms, in the order of the OpenCL loader
    std::string platform;
    std::string name;
    std::string type;  // "cpu", "gpu" or "accelerator"
    _cl_device_id* id = nullptr;
};

std::string driver_version(const Device& device);

// Returns whether the device is Mesa's OpenCL on the CPU (rusticl on llvmpipe).
bool is_mesa_cpu(const Device& device);

// Returns all devices of all platforms. Skips platforms without devices and platforms that fail. Calls `tell`
// with one line per failing platform, and with one line if PoCL cannot use its cache folder.
std::vector<Device> list_devices(const std::function<void(const std::string&)>& tell = {});

// Returns the device with the index `wanted`, or the first device whose name or platform contains `wanted`
// (case-insensitive). If `wanted` is empty, returns the first GPU, else the first accelerator, else the first
// CPU, else nullptr. Throws std::invalid_argument listing the known devices if no device matches.
const Device* choose_device(const std::vector<Device>& devices, std::string_view wanted);

// Returns several devices. `wanted` is "all" or a comma-separated list of names and indices as in choose_device(). The
// first element is the primary device. "all" means the device that choose_device() returns for an empty name, then the
// other devices in the order of their indices. Throws std::invalid_argument as choose_device(), and if `wanted` names a
// device twice.
std::vector<Device> choose_devices(const std::vector<Device>& devices, std::string_view wanted);

// Returns how many bodies fit into the device's global memory and its largest allocation. With secondary
// devices, each body needs additional memory for the accelerations that the secondary devices send.
std::size_t most_bodies(const Device& device, bool with_secondary = false);

}  // namespace milkomeda
