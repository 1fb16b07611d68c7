// Draw modes: a row for each holds all that tells it from the others. A new one needs its row and its shader;
// one that is neither rendered directly nor one of the HDR pipeline's maps needs a pass of its own, too.
#pragma once

#include <array>
#include <string_view>

#include "data/base/names.hpp"

namespace milkomeda {

enum class DrawMode { point, color_sprite, sprite, density, stars, discs };

// The way from the particles' light to the picture.
enum class Rendering {
    direct,      // 8-bit colours are added straight into the picture, as in 2008
    density,     // the HDR pipeline shows the projected surface density as a map (DensityMap)
    solid,       // balls of their true size hide what is behind them; no light adds up
    photograph,  // the HDR pipeline maps linear light to the display's, as photographs show galaxies
};

// The look of one particle of a directly rendered mode.
struct SpriteStyle {
    float size;           // diameter, world units
    float brightness;     // of its center; 1 is the display's white
    float smallest_size;  // pixels; what would be smaller is dimmed instead
    float largest_size;   // parts of the picture's height
    bool whole_pixels;    // round its size to pixels
};

struct DrawModeRow {
    std::string_view name;
    Rendering rendering;
    // The rest is for direct rendering.
    std::string_view fragment_shader = {};  // draws one particle (ParticlePass)
    bool colored_by_velocity = false;       // |vx| red, |vy| green, |vz| blue; else the look's sprite colour
    bool has_haze = false;                  // between the sprites, which alone are grains
    SpriteStyle sprite = {};
};

// Sizes and brightness of sprites suit 40,960 bodies (render/particles/sprite_style.cpp), judged by eye on
// the Milky Way and Andromeda at 1280 x 720.
inline constexpr std::array<DrawModeRow, 6> draw_modes{{
    {.name = "point",
     .rendering = Rendering::direct,
     .fragment_shader = "shaders/particles/point.frag",
     .colored_by_velocity = true,
     .sprite = {0.07f, 0.50f, 1, 3.0f / 720, true}},
    {.name = "color-sprite",
     .rendering = Rendering::direct,
     .fragment_shader = "shaders/particles/sprite.frag",
     .colored_by_velocity = true,
     .has_haze = true,
     .sprite = {0.28f, 0.34f, 2, 24.0f / 720, false}},  // pure colours need more to look as bright
    {.name = "sprite",
     .rendering = Rendering::direct,
     .fragment_shader = "shaders/particles/sprite.frag",
     .has_haze = true,
     .sprite = {0.28f, 0.27f, 2, 24.0f / 720, false}},
    {.name = "density", .rendering = Rendering::density},
    {.name = "stars", .rendering = Rendering::photograph},
    {.name = "discs", .rendering = Rendering::solid},
}};
template <>
inline constexpr std::array names<DrawMode> = names_in(draw_modes);
// Rows are in the order of the values, and as many.
static_assert(name_of(DrawMode::stars) == "stars" && names<DrawMode>.back() == "discs");

constexpr const DrawModeRow& row_of(DrawMode mode) {
    return draw_modes[static_cast<std::size_t>(mode)];
}
constexpr Rendering rendering_of(DrawMode mode) {
    return row_of(mode).rendering;
}
// Whether its light is collected in floating point and resolved by the HDR pipeline.
constexpr bool is_hdr(DrawMode mode) {
    return rendering_of(mode) == Rendering::density || rendering_of(mode) == Rendering::photograph;
}
// The one that a key goes on to; bodies without a size of their own are left out of discs.
constexpr DrawMode next_mode(DrawMode mode, bool have_sizes) {
    const DrawMode after = next(mode);
    return after == DrawMode::discs && !have_sizes ? next(after) : after;
}

}  // namespace milkomeda
