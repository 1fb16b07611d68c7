// Table of all look settings. A row holds a setting's key, option, texts, limits and access functions.
#pragma once

#include "data/base/setting.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

// Groups of settings that panels, settings files and state traces (app/shell/state_trace.cpp) keep together.
enum class LookSection { mode, particles, exposure, tone, color, density_limits, contours, stereo };

constexpr bool always(const Look&) { return true; }

struct LookControl {
    LookSection section;
    Setting setting;
    Field<Look> field;
    // returns false if the setting does not affect the picture with this look; panels then hide its control
    bool (*applies)(const Look&) = always;
};

// Returns the settings in the order in which panels and settings files list them.
std::span<const LookControl> look_table();

}  // namespace milkomeda
