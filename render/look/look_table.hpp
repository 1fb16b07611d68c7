// Table of all settings of the look: one row holds a setting's key, option, texts, limits and access.
#pragma once

#include "data/base/setting.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Groups of settings that stand together in panels, settings files and traces.
enum class LookSection { mode, particles, exposure, tone, color, density_limits, contours, stereo };

constexpr bool always(const Look&) {
    return true;
}

struct LookControl {
    LookSection section;
    Setting setting;
    Field<Look> field;
    // false if the setting does not affect this look's picture; panels then hide its control
    bool (*applies)(const Look&) = always;
};

// Returns the settings in the order of panels and settings files.
std::span<const LookControl> look_table();

}  // namespace milkomeda
