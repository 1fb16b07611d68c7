#include "render/look/presets.hpp"

#include <tuple>

namespace milkomeda {

Look with_preset(Look look, Preset preset) {
    const Look standard;
    look.mode = standard.mode;
    look.tone_mapping = standard.tone_mapping;
    look.color_by = standard.color_by;
    look.color_map = standard.color_map;
    look.density.gas_only = standard.density.gas_only;
    switch (preset) {
        case Preset::photograph:
            break;
        case Preset::telescope:
            look.tone_mapping.curve = ToneCurve::exponential;
            look.tone_mapping.bloom = 0.08f;
            look.tone_mapping.saturation = 0.45f;
            look.tone_mapping.local_contrast = 0;
            look.tone_mapping.streaks = 0.3f;
            break;
        case Preset::infrared:
            look.tone_mapping.infrared = true;
            look.tone_mapping.bloom = 0.2f;
            look.color_map = ColorMap::inferno;
            break;
        case Preset::density:
            look.mode = DrawMode::density;
            look.color_map = ColorMap::inferno;
            break;
        case Preset::hydrogen:
            look.mode = DrawMode::density;
            look.density.gas_only = true;
            break;
        case Preset::points:
            look.mode = DrawMode::point;
            break;
    }
    return look;
}

std::optional<Preset> preset_of(const Look& look) {
    // the members of a look that a preset determines
    const auto parts = [](const Look& of) {
        return std::tuple{of.mode, of.tone_mapping, of.color_by, of.color_map, of.density.gas_only};
    };
    for (std::size_t i = 0; i < names<Preset>.size(); ++i)
        if (parts(look) == parts(with_preset({}, static_cast<Preset>(i)))) return static_cast<Preset>(i);
    return std::nullopt;
}

}  // namespace milkomeda
