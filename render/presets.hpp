// Looks with a name, to begin from.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "render/look.hpp"

namespace milkomeda {

enum class Preset {
    photograph,  // as a camera behind a large telescope would see it: the default
    telescope,   // as at the eyepiece: bright nuclei with spikes, little colour
    infrared,    // old stars count as much as young ones, warm and smooth
    xray,        // not light but matter: projected density as a map
    y2008,       // the program of 2008: points coloured by the direction of motion
};
inline constexpr std::array<std::string_view, 5> preset_names{"photograph", "telescope", "infrared", "x-ray",
                                                              "2008"};

constexpr std::string_view name_of(Preset preset) {
    return preset_names[static_cast<std::size_t>(preset)];
}
std::optional<Preset> preset_from(std::string_view name);
constexpr Preset next(Preset preset) {
    return static_cast<Preset>((static_cast<std::size_t>(preset) + 1) % preset_names.size());
}

// The look with the preset's mode, light and colours; sizes and brightness stay.
Look with_preset(Look look, Preset preset);

// The preset that this look has; empty once something of it was changed.
std::optional<Preset> preset_of(const Look& look);

}  // namespace milkomeda
