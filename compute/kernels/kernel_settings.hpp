// The settings of a kernel that may be chosen, and their names.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace milkomeda {

// 0 leaves the choice to the device and the number of bodies.
struct KernelSettings {
    unsigned work_group = 0;  // work-items that share local memory
    unsigned per_item = 0;    // bodies per work-item; vectors of bodies in the vector forms
    unsigned split = 0;       // parts in which the sources are summed at the same time
    unsigned unroll = 0;      // repetitions without a jump; symmetric-vector: vectors in registers at a time
    unsigned width = 0;       // lanes of a vector

    bool operator==(const KernelSettings&) const = default;
};

using KernelSetting = unsigned KernelSettings::*;

struct NamedSetting {
    std::string_view name;  // on the command line
    KernelSetting value;
    unsigned most;  // of every variant; 0: the device decides
};
inline constexpr std::array<NamedSetting, 5> named_settings{{{"wg", &KernelSettings::work_group, 0},
                                                             {"per-item", &KernelSettings::per_item, 0},
                                                             {"split", &KernelSettings::split, 256},
                                                             {"unroll", &KernelSettings::unroll, 64},
                                                             {"width", &KernelSettings::width, 16}}};

}  // namespace milkomeda
