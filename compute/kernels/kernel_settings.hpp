// The adjustable settings of a kernel variant, and their names on the command line.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace milkomeda {

// A value of 0 means: chosen by device and number of bodies.
struct KernelSettings {
    unsigned work_group = 0;  // work-items per work-group
    unsigned per_item = 0;    // bodies per work-item; in the vector variants, vectors of bodies per work-item
    unsigned split = 0;       // number of parts of the sources that are summed in parallel
    // unroll factor of the inner loop; in symmetric-vector, number of vectors in registers at a time
    unsigned unroll = 0;
    unsigned width = 0;  // lanes per vector

    bool operator==(const KernelSettings&) const = default;
};

using KernelSetting = unsigned KernelSettings::*;

struct NamedSetting {
    std::string_view name;  // name on the command line
    KernelSetting value;
    unsigned most;  // maximum for all variants; 0: limited by the device
};
inline constexpr std::array<NamedSetting, 5> named_settings{{{"wg", &KernelSettings::work_group, 0},
                                                             {"per-item", &KernelSettings::per_item, 0},
                                                             {"split", &KernelSettings::split, 256},
                                                             {"unroll", &KernelSettings::unroll, 64},
                                                             {"width", &KernelSettings::width, 16}}};

}  // namespace milkomeda
