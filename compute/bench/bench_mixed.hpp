// Measures an iteration of the mixed box with shared memory or copies, and plain or balanced schedule.
#pragma once

#include <vector>

#include "compute/device/device.hpp"
#include "compute/mixed/mixed_times.hpp"
#include "data/base/inclusion.hpp"
#include "data/mixed/mixed_box.hpp"

namespace milkomeda {

struct MixedTiming {
    std::size_t small = 0, large = 0;
    MixedMemory memory{};
    MixedSchedule schedule{};
    MixedTimes times;  // mean times of one iteration in the fastest turn
};

// Measures all four combinations of memory and schedule alternately, so that a disturbance of the machine affects all
// combinations. A warm-up turn lets the particles fall before the first measurement. Throws KernelError,
// std::invalid_argument, and std::runtime_error if two combinations move the particles differently.
std::vector<MixedTiming> bench_mixed(const Device& device, const ReadAsset& read, const MixedBox& box);

}  // namespace milkomeda
