// How particles are drawn: plain values that panels and keys change.
#pragma once

#include <array>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace milkomeda {

enum class DrawMode {
    // The three modes of the 2008 program, drawn straight into the picture.
    point,         // points coloured by velocity direction: |vx| red, |vy| green, |vz| blue
    color_sprite,  // point sprites so coloured
    sprite,        // point sprites of one predetermined colour
    // Light collected in floating point and developed into a picture.
    density,  // projected surface density as a map
    stars,    // as a photograph shows galaxies
};
inline constexpr std::array<std::string_view, 5> draw_mode_names{"point", "color-sprite", "sprite", "density",
                                                                 "stars"};

// What gives particles their colour in the mode stars.
enum class ColorBy {
    component,    // warm bulges, blue disks with young stars, faint halos; a tint for each galaxy
    galaxy,       // one colour for each
    speed,        // the rest: a number of each particle through a colour map
    direction,    // of motion, as in 2008
    temperature,  // of a black body: a draw for each star, cool in bulges and hot among young stars
    density,      // of the stars around
    radius,       // in its galaxy at the start
    acceleration,
    mass,
};
inline constexpr std::array<std::string_view, 9> color_by_names{
    "component", "galaxy", "speed", "direction", "temperature", "density", "radius", "acceleration", "mass"};

enum class ColorMap { milkomeda, viridis, inferno, cividis };
inline constexpr std::array<std::string_view, 4> color_map_names{"milkomeda", "viridis", "inferno",
                                                                 "cividis"};

// From collected light to the light of the display.
enum class ToneCurve {
    asinh,        // Lupton et al. 2004, PASP 116, 133: faint tails and bright nuclei at once, colours kept
    aces,         // as films have it: strong contrast, the brightest turns white
    exponential,  // as photographic plates saturate
};
inline constexpr std::array<std::string_view, 3> tone_curve_names{"asinh", "aces", "exponential"};

// Pictures for two eyes.
enum class Stereo {
    off,
    side_by_side,  // the left eye's beside the right eye's
    anaglyph,      // red for the left eye, green and blue for the right one
};
inline constexpr std::array<std::string_view, 3> stereo_names{"off", "side-by-side", "anaglyph"};

// How light becomes a picture.
struct Light {
    bool infrared = false;           // old stars count as much as young ones; shown in false colour
    bool automatic_exposure = true;  // off: `middle` is clearly seen, whatever the picture holds
    float middle = 0.02f;            // surface brightness, model units: 22 V magnitudes per square arcsecond
    float exposure_stops = 0;        // brighter than that by so many factors of two
    ToneCurve curve = ToneCurve::asinh;
    float range_stops = 5;     // from what is clearly seen to what is white, at least
    float faint_gain = 2.5f;   // of asinh: how much more the faintest light counts
    float bloom = 0.12f;       // the share of the light that spreads
    float bloom_width = 0.5f;  // the share of that which spreads widely
    float saturation = 1;
    float streaks = 0;  // light of the brightest stars that goes into their spikes

    bool operator==(const Light&) const = default;
};

// What galaxies are made of besides what their particles say, where components give the colour.
struct Stars {
    float young_share = 1.0f / 80;  // of a disk's particles: bright, blue, young
    float h2_share = 1.0f / 150;    // of a disk's particles: nebulae that young stars make glow
    float halo_light = 1;           // relative to the little that halos are given
};
inline constexpr float largest_star_share = 0.1f;  // of either kind
inline constexpr float largest_halo_light = 20;

// Surface density, model units, as the mode density and contours show it.
struct DensityLook {
    bool automatic_limits = true;    // they follow the picture; else they stay
    float low = 4e-5f, high = 0.4f;  // ends of the colour map
    bool contours = false;
    float contour_step = 0.5f;  // of the logarithm to base 10
    float contour_width = 1;    // pixels
};

// Of the sky over a planet: as the eye of a camera sees it that is always open for as long, so that it shows
// how much brighter the sky becomes, unless the person has locked another exposure. 21 V magnitudes per
// square arcsecond are clearly seen, about as bright as the real Milky Way is.
constexpr Light sky_light(Light light) {
    if (light.automatic_exposure) light.middle = 0.05f;
    light.automatic_exposure = false;
    return light;
}

struct Look {
    DrawMode mode = DrawMode::stars;
    float point_size = 1;  // relative to the mode's natural size
    glm::vec3 sprite_color{1.0f, 0.66f, 0.36f};
    float brightness = 1;
    Light light;
    DensityLook density;
    ColorBy color_by = ColorBy::component;
    ColorMap color_map = ColorMap::milkomeda;
    Stars stars;
    Stereo stereo = Stereo::off;
    float eye_separation = 0.04f;  // parts of the distance to the camera's target
};

constexpr std::string_view name_of(DrawMode mode) {
    return draw_mode_names[static_cast<std::size_t>(mode)];
}
constexpr std::string_view name_of(ColorBy by) {
    return color_by_names[static_cast<std::size_t>(by)];
}
constexpr std::string_view name_of(ColorMap map) {
    return color_map_names[static_cast<std::size_t>(map)];
}
constexpr std::string_view name_of(ToneCurve curve) {
    return tone_curve_names[static_cast<std::size_t>(curve)];
}
// "point, color-sprite, ..."
std::string joined(std::span<const std::string_view> names);

constexpr std::string_view name_of(Stereo stereo) {
    return stereo_names[static_cast<std::size_t>(stereo)];
}
std::optional<DrawMode> draw_mode_from(std::string_view name);
std::optional<ColorBy> color_by_from(std::string_view name);
std::optional<ColorMap> color_map_from(std::string_view name);
std::optional<ToneCurve> tone_curve_from(std::string_view name);
std::optional<Stereo> stereo_from(std::string_view name);

constexpr DrawMode next(DrawMode mode) {
    return static_cast<DrawMode>((static_cast<std::size_t>(mode) + 1) % draw_mode_names.size());
}
constexpr ColorBy next(ColorBy by) {
    return static_cast<ColorBy>((static_cast<std::size_t>(by) + 1) % color_by_names.size());
}
constexpr ColorMap next(ColorMap map) {
    return static_cast<ColorMap>((static_cast<std::size_t>(map) + 1) % color_map_names.size());
}
constexpr Stereo next(Stereo stereo) {
    return static_cast<Stereo>((static_cast<std::size_t>(stereo) + 1) % stereo_names.size());
}
// The modes whose light is collected first.
constexpr bool is_developed(DrawMode mode) {
    return mode == DrawMode::stars || mode == DrawMode::density;
}

inline constexpr float smallest_point_size = 0.125f;
inline constexpr float largest_point_size = 8;
void enlarge_points(Look& look);  // by a factor of 2^(1/4), within the limits
void shrink_points(Look& look);

}  // namespace milkomeda
