#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

// The members of a look that a preset sets; all other members stay unchanged.
struct Parts {
    DrawMode mode = DrawMode::stars;
    ToneMapping tone_mapping;
    ColorBy color_by = ColorBy::component;
    ColorMap color_map = ColorMap::milkomeda;

    bool operator==(const Parts&) const = default;
};

Parts parts_of(Preset preset) {
    Parts parts;  // the default values are those of preset photograph
    switch (preset) {
        case Preset::photograph:
            break;
        case Preset::telescope:
            parts.tone_mapping.curve = ToneCurve::exponential;
            parts.tone_mapping.bloom = 0.08f;
            parts.tone_mapping.saturation = 0.45f;
            parts.tone_mapping.local_contrast = 0;
            parts.tone_mapping.streaks = 0.3f;
            break;
        case Preset::infrared:
            parts.tone_mapping.infrared = true;
            parts.tone_mapping.bloom = 0.2f;
            parts.color_map = ColorMap::inferno;
            break;
        case Preset::density:
            parts.mode = DrawMode::density;
            parts.color_map = ColorMap::inferno;
            break;
        case Preset::points:
            parts.mode = DrawMode::point;
            break;
    }
    return parts;
}

Parts parts_of(const Look& look) { return {look.mode, look.tone_mapping, look.color_by, look.color_map}; }

}  // namespace

Look with_preset(Look look, Preset preset) {
    const Parts parts = parts_of(preset);
    look.mode = parts.mode;
    look.tone_mapping = parts.tone_mapping;
    look.color_by = parts.color_by;
    look.color_map = parts.color_map;
    return look;
}

std::optional<Preset> preset_of(const Look& look) {
    for (std::size_t i = 0; i < names<Preset>.size(); ++i)
        if (parts_of(look) == parts_of(static_cast<Preset>(i))) return static_cast<Preset>(i);
    return std::nullopt;
}

}  // namespace milkomeda
