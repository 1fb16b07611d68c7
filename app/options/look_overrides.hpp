// What the command line and scenes say of the look; empty parts keep what was there.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "render/look/presets.hpp"

namespace milkomeda {

struct LookOverrides {
    std::optional<Preset> preset;  // before all else
    std::optional<DrawMode> mode;
    std::optional<ColorBy> color_by;
    std::optional<ColorMap> color_map;
    std::optional<float> point_size, brightness;
    std::optional<bool> automatic_exposure;
    std::optional<float> middle;  // surface brightness, model units, of an exposure that is locked
    std::optional<float> exposure_stops;
    std::optional<ToneCurve> curve;
    std::optional<float> bloom, streaks;
    std::optional<std::array<float, 2>> density_limits;  // model units; they are held then
    std::optional<Stereo> stereo;
};

Look with_overrides(Look look, const LookOverrides& wish);

// An exposure as people write it: "auto"; "+1.5" or "-1", automatic and so many stops brighter or darker;
// "22", locked where so many V magnitudes per square arcsecond are clearly seen. Throws std::invalid_argument
// saying what is wrong.
void parse_exposure(const std::string& text, LookOverrides& wish);

}  // namespace milkomeda
