// The look: all picture settings that panels, keys and options change, as plain values.
#pragma once

#include <algorithm>
#include <array>
#include <glm/glm.hpp>
#include <string_view>

#include "data/base/names.hpp"
#include "data/base/range.hpp"
#include "data/base/stellar_populations.hpp"
#include "render/look/color_by.hpp"
#include "render/look/draw_mode.hpp"

namespace milkomeda {

enum class ColorMap { milkomeda, viridis, inferno, cividis };
template <>
inline constexpr std::array<std::string_view, 4> names<ColorMap>{"milkomeda", "viridis", "inferno", "cividis"};

// Tone curve: maps collected light to display brightness.
enum class ToneCurve {
    // Lupton et al. 2004, PASP 116, 133: shows faint tails together with bright nuclei and preserves colors
    asinh,
    aces,         // tone curve of movies: strong contrast; the brightest light is displayed as white
    exponential,  // saturates exponentially, as photographic plates do
};
template <>
inline constexpr std::array<std::string_view, 3> names<ToneCurve>{"asinh", "aces", "exponential"};

// Format of stereo pictures, which have a view for each eye.
enum class Stereo {
    off,
    side_by_side,  // the left eye's picture to the left of the right eye's picture
    anaglyph,      // the left eye's picture in red, the right eye's picture in green and blue
};
template <>
inline constexpr std::array<std::string_view, 3> names<Stereo>{"off", "side-by-side", "anaglyph"};

// Settings that convert collected light to the picture.
struct ToneMapping {
    bool infrared = false;  // true gives old and young stars equal brightness and shows false colors
    // true adapts the exposure to the picture; false locks the exposure at `key_luminance`
    bool automatic_exposure = true;
    // surface brightness that is clearly visible, model units; the default is 22 V magnitudes per square arcsecond
    float key_luminance = 0.02f;
    float exposure_stops = 0;  // exposure compensation in stops: multiplies the light by 2^exposure_stops
    ToneCurve curve = ToneCurve::asinh;
    float range_stops = 5;  // smallest dynamic range between key_luminance and white, in stops
    // asinh curve: amplification of the faintest light relative to the brightest light
    float faint_gain = 2.5f;
    float bloom = 0.06f;       // share of the light that bloom spreads into its surroundings
    float bloom_width = 0.3f;  // share of the bloom that spreads widely, over a tenth of the picture
    float saturation = 1;
    // local tone mapping: share of the neighborhood's overexposure (in stops) that is removed
    float local_contrast = 0.6f;
    float streaks = 0;  // share of the brightest stars' light that forms diffraction spikes

    bool operator==(const ToneMapping&) const = default;
};

// Kinds of stars that a particle represents; used if particles are colored by component or temperature.
struct Stars {
    float young_share = 1.0f / 30;  // share of a disk's particles that are bright, blue and young
    // share of a disk's particles that are H II regions, nebulae lit by young stars
    float hii_share = 1.0f / 60;
    // strength with which young stars and nebulae follow density and compression of the disk; 0 distributes young stars
    // and nebulae evenly
    float formation = 1;
    float halo_light = 1;  // factor on the light of dark halos, which is small by default

    bool operator==(const Stars&) const = default;
};

// Detail inside particles, which is visible at close range.
struct SubParticleDetail {
    // anisotropy of the splats: 0 draws every particle round, 1 applies the shape of the surrounding mass
    float stretch = 1;
    // factor on the default share of the light that is drawn as single bright stars
    float resolved = 1;
    // largest number of single stars in a picture in millions, on a CPU; a GPU draws ten times this number
    float most_stars = 0.1f;

    bool operator==(const SubParticleDetail&) const = default;
};

// Dust, which dims and reddens the light behind it.
struct Dust {
    float amount = 1;  // opacity of the dust relative to the opacity observed in disks
    // share of a disk's particles that carry dust: those nearest to the disk's plane
    float share = 0.12f;

    bool operator==(const Dust&) const = default;
};

// Resolution at which dust is computed.
enum class DustQuality {
    off,
    coarse,  // blocks of 4 x 4 HDR pixels; a particle is dimmed as a whole by the dust at its center
    full,    // blocks of 2 x 2 HDR pixels, which are narrower than any dust cloud
};
template <>
inline constexpr std::array<std::string_view, 3> names<DustQuality>{"off", "coarse", "full"};

// Quantity that the colors of a map show (draw mode density): sums per area, or values of the bodies in a pixel. Values
// are the mean, the standard deviation and the Gauss-Hermite coefficients h3 and h4 of the velocity along the line of
// sight, positive away from the camera, and the mean age of the stars in Myr, all weighted by mass.
enum class MapColors { surface_density, brightness, star_formation, velocity, dispersion, h3, h4, age };
template <>
inline constexpr std::array<std::string_view, 8> names<MapColors>{
    "surface-density", "brightness", "star-formation", "velocity", "dispersion", "h3", "h4", "age"};
// Returns true for sums over the bodies that the channels red, green and blue of the HDR buffer collect.
constexpr bool has_light(MapColors colors) {
    return colors == MapColors::brightness || colors == MapColors::star_formation;
}
constexpr bool has_values(MapColors colors) { return colors >= MapColors::velocity; }
constexpr bool is_speed(MapColors colors) { return colors == MapColors::velocity || colors == MapColors::dispersion; }

// Settings of maps, in model units, for draw mode density and for contours.
struct DensityLook {
    MapColors colors = MapColors::surface_density;
    Band band = Band::V;             // band of the brightness
    bool automatic_limits = true;    // true adapts the limits to the picture; false uses `low` and `high`
    float low = 4e-5f, high = 0.4f;  // surface densities at the two ends of the color map
    bool contours = false;
    float contour_step = 0.5f;  // spacing of contours, in powers of ten of the surface density
    float contour_width = 1;    // width of a contour line in pixels
    bool gas_only = false;      // true: the map of draw mode density shows the gas alone
    // In maps of the velocity, colors show velocities up to this far from the median; in maps of the dispersion,
    // dispersions up to this. 0 adapts the colors to the picture.
    float largest_speed = 0;

    bool operator==(const DensityLook&) const = default;
};

// Returns the tone mapping for the sky seen from a planet. The exposure is locked, so that pictures show how
// much brighter the sky becomes. Unless the user has locked another exposure, 21 V magnitudes per square
// arcsecond are clearly visible, about the brightness of the Milky Way in the real sky. Bloom is reduced to a
// quarter, because near stars outshine everything else, and full bloom would surround each star with a bright disk.
constexpr ToneMapping sky_light(ToneMapping tone_mapping) {
    if (tone_mapping.automatic_exposure) tone_mapping.key_luminance = 0.05f;
    tone_mapping.automatic_exposure = false;
    tone_mapping.bloom /= 4;
    return tone_mapping;
}

struct Look {
    DrawMode mode = DrawMode::stars;
    float point_size = 1;  // factor on the point size of the draw mode
    glm::vec3 sprite_color{1.0f, 0.66f, 0.36f};
    float brightness = 1;
    ToneMapping tone_mapping;
    DensityLook density;
    Dust dust;
    float background = 1;  // light of far galaxies and foreground stars, relative to the natural brightness
    ColorBy color_by = ColorBy::component;
    ColorMap color_map = ColorMap::milkomeda;
    Stars stars;
    SubParticleDetail sub_particle;
    Stereo stereo = Stereo::off;
    // distance between the eyes, as a fraction of the distance to the camera's target
    float eye_separation = 0.04f;

    bool operator==(const Look&) const = default;
};

// largest reduction of the number of drawn bodies: one body in 64 is drawn
inline constexpr int coarsest_detail = 64;
inline constexpr Range point_size_range{0.125, 8};
inline constexpr Range density_limits_range{1e-6, 1e9};  // unit: solar masses per square parsec
// smallest ratio of the high to the low density limit
inline constexpr double narrowest_density_limits = 1.001;

// Returns true for pictures in natural colors: photographs in visible light, whose colors do not represent
// numbers. Infrared pictures are excluded because dust hardly dims infrared light.
inline bool is_natural(const Look& look) {
    return rendering_of(look.mode) == Rendering::photograph && !look.tone_mapping.infrared &&
           (look.color_by == ColorBy::component || look.color_by == ColorBy::temperature);
}
// Returns the quantity of the picture's map, whose contours other draw modes can show.
inline MapColors map_colors(const Look& look) {
    return rendering_of(look.mode) == Rendering::density ? look.density.colors : MapColors::surface_density;
}
// Returns true if the limits of DensityLook apply: to all maps except those of has_light(), which always adapt.
inline bool has_density_limits(const Look& look) { return !has_light(map_colors(look)); }
inline bool shows_band(const Look& look) { return map_colors(look) == MapColors::brightness; }
// Returns true if the channels of the HDR buffer hold moments of a quantity x instead of light: mass times x in red,
// mass times x^2 in green, mass times x^3 in blue. x is the velocity along the line of sight, or the age. In maps of
// h4, x is h4 itself, and only red is used.
inline bool collects_values(const Look& look) { return has_values(map_colors(look)); }
inline bool shows_speeds(const Look& look) { return is_speed(map_colors(look)); }
inline bool shows_dust(const Look& look) { return is_natural(look) && look.dust.amount > 0 && look.dust.share > 0; }
inline bool shows_background(const Look& look) { return is_natural(look) && look.background > 0; }

// Sets the point size, clamped to point_size_range. Keys and menus multiply or divide the size by point_size_step.
inline constexpr float point_size_step = 1.1892071f;  // 2^(1/4)
inline void set_point_size(Look& look, float size) {
    look.point_size = std::clamp(size, float(point_size_range.least), float(point_size_range.most));
}

}  // namespace milkomeda
