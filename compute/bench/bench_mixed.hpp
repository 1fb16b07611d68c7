// How long an iteration of mixed particles takes: common memory or copies, balanced or not, by their numbers.
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
    MixedTimes times;  // of one iteration: means over the quickest turn
};

// All four forms of the box, which take turns, so that what else the machine does meets all of them. The
// particles have fallen for a while before. Throws KernelError and std::invalid_argument; and
// std::runtime_error where two forms do not move the particles alike.
std::vector<MixedTiming> bench_mixed(const Device& device, const ReadAsset& read, const MixedBox& box);

}  // namespace milkomeda
