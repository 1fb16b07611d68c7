// Measures the time of an iteration of the mixed box, in which small particles (on the device) and large particles (on
// the CPU) collide. The bench compares shared memory with copies, and the plain with the balanced schedule.
#pragma once

#include <vector>

#include "compute/device/device.hpp"
#include "compute/mixed/mixed_simulation.hpp"
#include "data/base/inclusion.hpp"
#include "data/mixed/mixed_box.hpp"

namespace milkomeda {

struct MixedTiming {
    std::size_t small = 0, large = 0;
    MixedMemory memory{};
    MixedSchedule schedule{};
    MixedTimes times;  // mean times of one iteration in the fastest turn
};

// Measures the four combinations of memory and schedule in several turns (eight iterations of each combination), so
// that a disturbance of the machine affects all combinations. Before the first measurement, a warm-up turn lets the
// particles fall. Throws KernelError, std::invalid_argument, and std::runtime_error if two combinations move the
// particles differently.
std::vector<MixedTiming> bench_mixed(const Device& device, const ReadAsset& read, const MixedBox& box);

}  // namespace milkomeda
