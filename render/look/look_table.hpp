// One row for each control of the look: all that its users need to know of it.
#pragma once

#include "data/base/setting.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Rows that stand together: in a panel, in files of settings, in traces.
enum class LookSection { mode, particles, exposure, tone, color, density_limits, contours, stereo };

constexpr bool always(const Look&) {
    return true;
}

struct LookControl {
    LookSection section;
    Setting setting;
    Field<Look> field;
    bool (*applies)(const Look&) = always;  // does it change the picture? Else panels leave it out
};

// In the order of panels and files of settings.
std::span<const LookControl> look_table();

}  // namespace milkomeda
