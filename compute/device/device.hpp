// The OpenCL devices of this machine, and the choice of one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

struct _cl_device_id;  // NOLINT(bugprone-reserved-identifier): OpenCL's, a cl_device_id points to one

namespace milkomeda {

struct Device {
    std::size_t index = 0;  // over all platforms, in the order of the OpenCL loader
    std::string platform;
    std::string name;
    std::string type;  // cpu, gpu or accelerator
    _cl_device_id* id = nullptr;
};

std::string driver_version(const Device& device);

// Mesa's OpenCL on the CPU (rusticl on llvmpipe).
bool is_mesa_cpu(const Device& device);

// All devices of all platforms. Platforms without devices, and broken ones, are passed over. What people
// should know goes to `tell`: a line about each broken platform, and one where PoCL cannot use its own cache
// folder.
std::vector<Device> list_devices(const std::function<void(const std::string&)>& tell = {});

// The device of that index, or whose name or platform contains `wanted` (case-insensitive); without a name
// the first GPU, else the first accelerator, else the first CPU. nullptr when there is no device and no name.
// Throws std::invalid_argument naming what there is.
const Device* choose_device(const std::vector<Device>& devices, std::string_view wanted);

// The same for several: "all", or names with commas between them. The first is the one that a run without
// secondary devices would take; for "all" that is choose_device's without a name, the others follow in their
// order. Throws std::invalid_argument also for a device that is named twice.
std::vector<Device> choose_devices(const std::vector<Device>& devices, std::string_view wanted);

// How many bodies the device's memory holds, by its global memory and by its largest allocation. With
// secondary devices their sums arrive there too.
std::size_t most_bodies(const Device& device, bool with_secondary = false);

}  // namespace milkomeda
