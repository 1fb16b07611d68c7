// Presets: named looks to start from.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "data/base/names.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

enum class Preset {
    photograph,  // default: the view of a camera behind a large telescope
    telescope,   // the view through an eyepiece: bright nuclei with spikes, little color
    infrared,    // old stars shine as bright as young stars; a warm and smooth picture
    density,     // the projected mass density as a color map, without light
    points,      // the look of the program of 2008: points colored by the direction of motion
};
template <>
inline constexpr std::array<std::string_view, 5> names<Preset>{"photograph", "telescope", "infrared",
                                                               "density", "points"};

// Former names of presets, which options and scenes still accept.
struct FormerPreset {
    std::string_view name, now, reason;
};
inline constexpr std::array<FormerPreset, 2> former_presets{
    {{"x-ray", "density", ": it shows where matter is, and no X-rays"}, {"2008", "points", ""}}};

// Returns `look` with the preset's draw mode, tone mapping and colors; point size and brightness stay.
Look with_preset(Look look, Preset preset);

// Returns the preset that matches `look`; empty if any member that presets set differs.
std::optional<Preset> preset_of(const Look& look);

}  // namespace milkomeda
