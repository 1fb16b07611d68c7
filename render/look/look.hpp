// The look: all settings of the picture that panels, keys and options change, as plain values.
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

// Curve from collected light to the brightness of the display.
enum class ToneCurve {
    // Lupton et al. 2004, PASP 116, 133: shows faint tails and bright nuclei at once and keeps colors
    asinh,
    aces,         // curve of movies: strong contrast, the brightest light turns white
    exponential,  // saturates as photographic plates do
};
template <>
inline constexpr std::array<std::string_view, 3> names<ToneCurve>{"asinh", "aces", "exponential"};

// Stereo pictures for two eyes.
enum class Stereo {
    off,
    side_by_side,  // the left eye's picture to the left of the right eye's picture
    anaglyph,      // red for the left eye, green and blue for the right eye
};
template <>
inline constexpr std::array<std::string_view, 3> names<Stereo>{"off", "side-by-side", "anaglyph"};

// How collected light becomes the picture.
struct ToneMapping {
    bool infrared = false;           // old stars shine as bright as young stars; shown in false color
    bool automatic_exposure = true;  // false: the exposure stays locked at `key_luminance`
    // surface brightness that is clearly seen, model units; the default is 22 V magnitudes per square
    // arcsecond
    float key_luminance = 0.02f;
    float exposure_stops = 0;  // exposure compensation: the light is multiplied by 2^exposure_stops
    ToneCurve curve = ToneCurve::asinh;
    float range_stops = 5;  // smallest dynamic range from key_luminance to white, in stops
    // asinh curve: amplification of the faintest light relative to the brightest light
    float faint_gain = 2.5f;
    float bloom = 0.12f;       // share of the light that spreads into its surroundings
    float bloom_width = 0.5f;  // share of the bloom that spreads over a tenth of the picture
    float saturation = 1;
    float local_contrast =
        // local tone mapping: share of the neighborhood's overexposure (in stops) that is removed
        0.6f;
    float streaks = 0;  // share of the brightest stars' light that goes into diffraction spikes

    bool operator==(const ToneMapping&) const = default;
};

// Kinds of stars that one particle stands for; used where components or temperatures give the color.
struct Stars {
    float young_share = 1.0f / 80;  // share of a disk's particles that are bright, blue and young
    // share of a disk's particles that are H II regions, nebulae lit by young stars
    float hii_share = 1.0f / 150;
    // how strongly young stars and nebulae follow density and compression; 0 ignores both
    float formation = 1;
    float halo_light = 1;  // factor on the small light of dark halos
};

// Detail inside particles that shows at close range.
struct SubParticleDetail {
    // anisotropy of the splats: 0 draws every particle round, 1 gives it the shape of its surroundings
    float stretch = 1;
    float resolved = 1;  // light that is drawn as single bright stars, relative to the usual share
    // largest number of single stars in a picture, millions; ten times as many on a GPU
    float most_stars = 0.1f;
};

// Dust dims and reddens the light behind it.
struct Dust {
    float amount = 1;  // opacity relative to the dust observed in disks
    // share of a disk's particles that carry its dust: the particles nearest to the disk's plane
    float share = 0.3f;
};

// Resolution of the dust.
enum class DustQuality {
    off,
    coarse,  // dust in blocks of 4 x 4 HDR pixels; each particle is dimmed by the dust at its center alone
    full,    // dust in blocks of 2 x 2 HDR pixels, which are narrower than any dust cloud
};
template <>
inline constexpr std::array<std::string_view, 3> names<DustQuality>{"off", "coarse", "full"};

// Surface density, model units, for the draw mode density and for contours.
struct DensityLook {
    bool automatic_limits = true;    // the limits follow the picture; false keeps them
    float low = 4e-5f, high = 0.4f;  // densities at both ends of the color map
    bool contours = false;
    float contour_step = 0.5f;  // distance between contours, in powers of ten
    float contour_width = 1;    // width of a contour line in pixels
};

// Returns the tone mapping for the sky seen from a planet. The exposure is locked, so that pictures show how
// much brighter the sky becomes: unless the user has locked another exposure, 21 V magnitudes per square
// arcsecond, about the brightness of the real Milky Way, are clearly seen. Near stars are points that
// outshine everything else, and full bloom would surround each with a disk of fog; so the bloom is reduced to
// a quarter.
constexpr ToneMapping sky_light(ToneMapping tone_mapping) {
    if (tone_mapping.automatic_exposure) tone_mapping.key_luminance = 0.05f;
    tone_mapping.automatic_exposure = false;
    tone_mapping.bloom /= 4;
    return tone_mapping;
}

struct Look {
    DrawMode mode = DrawMode::stars;
    float point_size = 1;  // factor on the size that the draw mode gives
    glm::vec3 sprite_color{1.0f, 0.66f, 0.36f};
    float brightness = 1;
    ToneMapping tone_mapping;
    DensityLook density;
    Dust dust;
    float background = 1;  // light of far galaxies and near stars, relative to the natural amount
    ColorBy color_by = ColorBy::component;
    ColorMap color_map = ColorMap::milkomeda;
    Stars stars;
    SubParticleDetail sub_particle;
    Stereo stereo = Stereo::off;
    float eye_separation = 0.04f;  // as a share of the distance to the camera's target
};

inline constexpr int coarsest_detail = 64;  // at least one body in 64 is always drawn
inline constexpr Range point_size_range{0.125, 8};
inline constexpr Range density_limits_range{1e-6, 1e9};    // solar masses per square parsec
inline constexpr double narrowest_density_limits = 1.001;  // smallest ratio of high to low

// Returns true for pictures in natural colors: photographs in visible light, without colors that stand for
// numbers. Infrared is excluded because dust hardly dims it.
bool is_natural(const Look& look);
inline bool shows_dust(const Look& look) {
    return is_natural(look) && look.dust.amount > 0 && look.dust.share > 0;
}
inline bool shows_background(const Look& look) {
    return is_natural(look) && look.background > 0;
}

void enlarge_points(Look& look);  // multiplies point_size by 2^(1/4), within point_size_range
void shrink_points(Look& look);

}  // namespace milkomeda
