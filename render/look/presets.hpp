// Presets: named starting values for looks.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "data/base/names.hpp"
#include "render/look/look.hpp"

namespace milkomeda {

enum class Preset {
    photograph,  // default: the view of a camera at a large telescope
    telescope,   // the view through an eyepiece: bright nuclei with spikes, little color
    infrared,    // equal brightness of old and young stars; a warm and smooth picture
    density,     // the projected mass density shown as colors, without light
    hydrogen,    // the surface density of the gas alone, as a map of the 21-cm line of hydrogen shows it
    points,      // the original 2008 program: points colored by direction of motion
};
template <>
inline constexpr std::array<std::string_view, 6> names<Preset>{"photograph", "telescope", "infrared",
                                                               "density",    "hydrogen",  "points"};

// Former name of a preset, which options and scene files still accept. `reason` ends the message about the new name.
struct FormerPreset {
    std::string_view name, now, reason;
};
inline constexpr std::array<FormerPreset, 2> former_presets{
    {{"x-ray", "density", ", because it shows the density of mass, not X-rays"}, {"2008", "points", ""}}};

// Returns `look` with the preset's draw mode, tone mapping and colors, but keeps point size and brightness.
Look with_preset(Look look, Preset preset);

// Returns the preset that matches `look` in all members that with_preset() sets, or an empty optional.
std::optional<Preset> preset_of(const Look& look);

}  // namespace milkomeda
