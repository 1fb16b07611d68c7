// Table of the draw modes, one row each. A new mode needs a row and a fragment shader. A mode that is neither
// drawn directly nor by the HDR pipeline also needs a rendering pass of its own.
#pragma once

#include <array>
#include <string_view>

#include "data/base/names.hpp"

namespace milkomeda {

enum class DrawMode { point, color_sprite, sprite, density, stars, discs };

// How the light of the particles becomes the picture.
enum class Rendering {
    direct,   // 8-bit colors are blended straight into the picture, as in the program of 2008
    density,  // the HDR pipeline shows the projected surface density as a color map (DensityMap)
    solid,    // opaque spheres of the bodies' true sizes hide each other; no light adds up
    // the HDR pipeline tone-maps linear light, so that the picture resembles a photograph of galaxies
    photograph,
};

// Appearance of one particle in a directly rendered mode.
struct SpriteStyle {
    float size;           // diameter in model units
    float brightness;     // brightness of the sprite's center; 1 is the display's white
    float smallest_size;  // smallest diameter in pixels; a sprite that would be smaller is dimmed instead
    float largest_size;   // largest diameter as a share of the picture's height
    bool whole_pixels;    // true rounds the diameter to whole pixels
};

struct DrawModeRow {
    std::string_view name;
    Rendering rendering;
    // The remaining members apply to Rendering::direct only.
    std::string_view fragment_shader = {};  // shader that draws one particle (ParticlePass)
    // |vx| as red, |vy| as green, |vz| as blue; otherwise the look's sprite color
    bool colored_by_velocity = false;
    bool has_haze = false;  // draws large faint sprites behind the grainy small sprites
    SpriteStyle sprite = {};
};

// Sizes and brightness of the sprites suit 40,960 bodies; render/particles/sprite_style.cpp scales them for
// other numbers. They were chosen by eye on the Milky Way and Andromeda at 1280 x 720.
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
     // pure colors need more brightness to look equally bright
     .sprite = {0.28f, 0.34f, 2, 24.0f / 720, false}},
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
// The rows must be complete and in the order of the enumerators.
static_assert(name_of(DrawMode::stars) == "stars" && names<DrawMode>.back() == "discs");

constexpr const DrawModeRow& row_of(DrawMode mode) {
    return draw_modes[static_cast<std::size_t>(mode)];
}
constexpr Rendering rendering_of(DrawMode mode) {
    return row_of(mode).rendering;
}
// Returns true if the mode collects its light in floating point and the HDR pipeline displays it.
constexpr bool is_hdr(DrawMode mode) {
    return rendering_of(mode) == Rendering::density || rendering_of(mode) == Rendering::photograph;
}
// Returns the mode that the draw-mode key selects next. Skips discs unless the bodies have sizes.
constexpr DrawMode next_mode(DrawMode mode, bool have_sizes) {
    const DrawMode after = next(mode);
    return after == DrawMode::discs && !have_sizes ? next(after) : after;
}

}  // namespace milkomeda
