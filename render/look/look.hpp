// The look of the picture: plain values that panels and keys change.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "data/base/names.hpp"
#include "data/base/range.hpp"
#include "render/look/color_by.hpp"
#include "render/look/draw_mode.hpp"

namespace milkomeda {

enum class ColorMap { milkomeda, viridis, inferno, cividis };
template <>
inline constexpr std::array<std::string_view, 4> names<ColorMap>{"milkomeda", "viridis", "inferno",
                                                                 "cividis"};

// The way from collected light to the light of the display.
enum class ToneCurve {
    asinh,        // Lupton et al. 2004, PASP 116, 133: faint tails and bright nuclei at once, colours kept
    aces,         // as films have it: strong contrast, the brightest turns white
    exponential,  // as photographic plates saturate
};
template <>
inline constexpr std::array<std::string_view, 3> names<ToneCurve>{"asinh", "aces", "exponential"};

// Pictures for two eyes.
enum class Stereo {
    off,
    side_by_side,  // the left eye's beside the right eye's
    anaglyph,      // red for the left eye, green and blue for the right one
};
template <>
inline constexpr std::array<std::string_view, 3> names<Stereo>{"off", "side-by-side", "anaglyph"};

// The way from light to a picture.
struct ToneMapping {
    bool infrared = false;           // old stars count as much as young ones; shown in false colour
    bool automatic_exposure = true;  // off: `key_luminance` is clearly seen, whatever the picture holds
    float key_luminance = 0.02f;     // surface brightness, model units: 22 V magnitudes per square arcsecond
    float exposure_stops = 0;        // brighter than that by so many factors of two
    ToneCurve curve = ToneCurve::asinh;
    float range_stops = 5;     // from what is clearly seen to what is white, at least
    float faint_gain = 2.5f;   // of asinh: how much more the faintest light counts
    float bloom = 0.12f;       // the share of the light that spreads
    float bloom_width = 0.5f;  // the share of that which spreads widely
    float saturation = 1;
    float local_contrast =
        0.6f;           // of what is brighter around than clearly seen, the stops that are taken back
    float streaks = 0;  // light of the brightest stars that goes into their spikes

    bool operator==(const ToneMapping&) const = default;
};

// Kinds of stars that particles do not tell apart, where components give the colour.
struct Stars {
    float young_share = 1.0f / 80;  // of a disk's particles: bright, blue, young
    float hii_share = 1.0f / 150;   // of a disk's particles: nebulae that young stars make glow
    float formation = 1;            // how strongly they follow density and compression; 0: not at all
    float halo_light = 1;           // relative to the little that halos are given
};

// What particles are made of, where they are seen from near.
struct SubParticleDetail {
    float stretch = 1;   // how much of the shape of what lies around a particle its light has
    float resolved = 1;  // the light of its brightest stars that is drawn star by star, relative to the usual
    float most_stars = 0.1f;  // in a picture, millions; ten times as many on a GPU
};

// Dust dims and reddens what lies behind it.
struct Dust {
    float amount = 1;    // relative to what is observed in disks
    float share = 0.3f;  // of a disk's particles, those that carry it: the ones nearest to its plane
};

// How finely dust is drawn.
enum class DustQuality {
    off,
    coarse,  // in pixels of 4 x 4 of the light's; particles are dimmed as in their middle
    full,    // in pixels of 2 x 2, which no cloud is narrower than
};
template <>
inline constexpr std::array<std::string_view, 3> names<DustQuality>{"off", "coarse", "full"};

// Surface density, model units, as the mode density and contours show it.
struct DensityLook {
    bool automatic_limits = true;    // they follow the picture; else they stay
    float low = 4e-5f, high = 0.4f;  // ends of the colour map
    bool contours = false;
    float contour_step = 0.5f;  // of the logarithm to base 10
    float contour_width = 1;    // pixels
};

// The tone mapping of the sky over a planet. Its exposure is locked, so that pictures show how much brighter
// the sky becomes: 21 V magnitudes per square arcsecond are clearly seen, about as bright as the real Milky
// Way is, unless the person has locked another exposure. Near stars are points there that outshine all else:
// of what a lens spreads of other pictures' light each of them would have a disc of fog around it, so a
// quarter spreads.
constexpr ToneMapping sky_light(ToneMapping tone_mapping) {
    if (tone_mapping.automatic_exposure) tone_mapping.key_luminance = 0.05f;
    tone_mapping.automatic_exposure = false;
    tone_mapping.bloom /= 4;
    return tone_mapping;
}

struct Look {
    DrawMode mode = DrawMode::stars;
    float point_size = 1;  // relative to the mode's natural size
    glm::vec3 sprite_color{1.0f, 0.66f, 0.36f};
    float brightness = 1;
    ToneMapping tone_mapping;
    DensityLook density;
    Dust dust;
    float background = 1;  // light of far galaxies and near stars, relative to what is natural
    ColorBy color_by = ColorBy::component;
    ColorMap color_map = ColorMap::milkomeda;
    Stars stars;
    SubParticleDetail grain;
    Stereo stereo = Stereo::off;
    float eye_separation = 0.04f;  // parts of the distance to the camera's target
};

inline constexpr int coarsest_detail = 64;  // one body in so many is always drawn
inline constexpr Range point_size_range{0.125, 8};
inline constexpr Range density_limits_range{1e-6, 1e9};    // solar masses per square parsec
inline constexpr double narrowest_density_limits = 1.001;  // high / low

// Pictures such as a camera takes, in natural colours: nothing that stands for a number, and nothing in
// infrared, which dust hardly stops.
bool is_natural(const Look& look);
inline bool shows_dust(const Look& look) {
    return is_natural(look) && look.dust.amount > 0 && look.dust.share > 0;
}
inline bool shows_background(const Look& look) {
    return is_natural(look) && look.background > 0;
}

void enlarge_points(Look& look);  // by a factor of 2^(1/4), within the limits
void shrink_points(Look& look);

}  // namespace milkomeda
