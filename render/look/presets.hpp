// Looks with a name, to begin from.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "data/base/names.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

enum class Preset {
    photograph,  // as a camera behind a large telescope would see it: the default
    telescope,   // as at the eyepiece: bright nuclei with spikes, little colour
    infrared,    // old stars count as much as young ones, warm and smooth
    density,     // no light: the projected density of matter as a map
    points,      // the program of 2008: points coloured by the direction of motion
};
template <>
inline constexpr std::array<std::string_view, 5> names<Preset>{"photograph", "telescope", "infrared",
                                                               "density", "points"};

// What presets were called once; words of that time are still understood.
struct FormerPreset {
    std::string_view name, now, reason;
};
inline constexpr std::array<FormerPreset, 2> former_presets{
    {{"x-ray", "density", ": it shows where matter is, and no X-rays"}, {"2008", "points", ""}}};

// The look with the preset's mode, light and colours; sizes and brightness stay.
Look with_preset(Look look, Preset preset);

// The preset that this look has; empty once something of it was changed.
std::optional<Preset> preset_of(const Look& look);

}  // namespace milkomeda
