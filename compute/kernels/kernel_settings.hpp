// The adjustable settings of a kernel variant, and their names on the command line.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace milkomeda {

// The settings of a kernel. A value of 0 means that the device and the number of bodies determine the value.
struct KernelSettings {
    unsigned work_group = 0;  // work-items per work-group
    unsigned per_item = 0;    // bodies per work-item; in vector variants, vectors per work-item
    unsigned split = 0;       // number of parts into which the sources are divided, to be summed in parallel
    // Unroll factor of the inner loop; in symmetric-vector, number of vectors in registers at once.
    unsigned unroll = 0;
    unsigned width = 0;  // floats per vector; 4, 8 or 16

    bool operator==(const KernelSettings&) const = default;
};

using KernelSetting = unsigned KernelSettings::*;

struct NamedSetting {
    std::string_view name;  // name of the setting on the command line
    KernelSetting value;
    unsigned most;  // largest value; 0: the device or the variant sets the limit
};
inline constexpr std::array<NamedSetting, 5> named_settings{{{"wg", &KernelSettings::work_group, 0},
                                                             {"per-item", &KernelSettings::per_item, 0},
                                                             {"split", &KernelSettings::split, 256},
                                                             {"unroll", &KernelSettings::unroll, 64},
                                                             {"width", &KernelSettings::width, 16}}};

}  // namespace milkomeda
