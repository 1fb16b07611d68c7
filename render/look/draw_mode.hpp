// Table of the draw modes, one row each. A new draw mode needs a row and a fragment shader. A draw mode that
// uses neither direct rendering nor the HDR pipeline also needs its own rendering pass.
#pragma once

#include <array>
#include <string_view>

#include "data/base/names.hpp"

namespace milkomeda {

enum class DrawMode { point, color_sprite, sprite, density, stars, discs };

// Method that converts the light of the particles to the picture.
enum class Rendering {
    direct,   // blends 8-bit colors directly into the picture, as in the original 2008 program
    density,  // shows the projected surface density as colors (DensityMap), by the HDR pipeline
    solid,    // draws bodies as opaque spheres of true size; near spheres hide far spheres
    // tone-maps linear light by the HDR pipeline, so that the picture resembles a photograph of galaxies
    photograph,
};

// Appearance of a particle in directly rendered draw modes.
struct SpriteStyle {
    float size;        // diameter in model units
    float brightness;  // brightness of the sprite's center; 1 is the display's white
    // smallest diameter in pixels; a smaller sprite is drawn at this diameter and dimmed
    float smallest_size;
    float largest_size;  // largest diameter as a fraction of the picture's height
    bool whole_pixels;   // true rounds the diameter to whole pixels
};

struct DrawModeRow {
    std::string_view name;
    Rendering rendering;
    // The remaining members apply to Rendering::direct only.
    std::string_view fragment_shader = {};  // shader that draws one particle
    // If true, (red, green, blue) = (|vx|, |vy|, |vz|) / |v|; if false, the color is Look::sprite_color.
    bool colored_by_velocity = false;
    // true draws large faint sprites in addition, which smooth the grainy small sprites
    bool has_haze = false;
    SpriteStyle sprite = {};
};

// Sizes and brightness of the sprites suit 40,960 bodies; render/particles/sprite_style.cpp scales size and brightness
// for other numbers of bodies. The values were chosen by eye for the Milky Way and Andromeda at 1280 x 720.
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
     // saturated colors need a higher brightness than pale colors to look equally bright
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
// The table must be complete and in the order of the enumerators.
static_assert(name_of(DrawMode::stars) == "stars" && names<DrawMode>.back() == "discs");

constexpr const DrawModeRow& row_of(DrawMode mode) { return draw_modes[static_cast<std::size_t>(mode)]; }
constexpr Rendering rendering_of(DrawMode mode) { return row_of(mode).rendering; }
// Returns true if the draw mode collects light in floating point and the HDR pipeline displays the light.
constexpr bool is_hdr(DrawMode mode) {
    return rendering_of(mode) == Rendering::density || rendering_of(mode) == Rendering::photograph;
}
// Returns the draw mode that the draw-mode key selects next. Skips discs unless the bodies have sizes.
constexpr DrawMode next_mode(DrawMode mode, bool have_sizes) {
    const DrawMode after = next(mode);
    return after == DrawMode::discs && !have_sizes ? next(after) : after;
}

}  // namespace milkomeda
