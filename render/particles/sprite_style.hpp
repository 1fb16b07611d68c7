// Size and brightness of sprites, chosen so that galaxies look alike for all numbers of bodies.
#pragma once

#include <cstddef>

#include "render/look/draw_mode.hpp"

namespace milkomeda {

// Returns the sprite style of a directly rendered draw mode for `bodies` bodies. The number includes hidden bodies, so
// that hiding a component does not change the sprites of all other components.
SpriteStyle style_of(DrawMode mode, std::size_t bodies);

// Small sprites alone look grainy. The haze between the small sprites consists of large, faint sprites for a sample of
// the bodies: every glow_step()-th row. Large sprites for all bodies would take a hundred times as long to draw.
std::size_t glow_step(std::size_t bodies);
SpriteStyle style_of_glow(std::size_t bodies);

}  // namespace milkomeda
