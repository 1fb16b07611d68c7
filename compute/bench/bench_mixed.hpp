// Measures an iteration of the mixed box: shared memory or copies, plain or balanced schedule, by numbers of
// particles.
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
    MixedTimes times;  // times of one iteration: means over the fastest turn
};

// Measures all four combinations in turns, so that disturbances of the machine affect all of them. The
// particles have fallen for a while before the first measurement. Throws KernelError, std::invalid_argument,
// and std::runtime_error if two combinations move the particles differently.
std::vector<MixedTiming> bench_mixed(const Device& device, const ReadAsset& read, const MixedBox& box);

}  // namespace milkomeda
