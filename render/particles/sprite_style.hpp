// Size and brightness of sprites, chosen so that galaxies look alike at every number of bodies.
#pragma once

#include <cstddef>

#include "render/look/draw_mode.hpp"

namespace milkomeda {

// Returns the style of a directly rendered mode for `bodies` bodies. Hidden bodies count, so that hiding some
// leaves the others unchanged.
SpriteStyle style_of(DrawMode mode, std::size_t bodies);

// Small sprites alone look grainy. The haze between them is a sample of the rows, each glow_step-th, drawn
// large and faint; large sprites for all rows would look the same at a hundred times the cost.
std::size_t glow_step(std::size_t bodies);
SpriteStyle style_of_glow(std::size_t bodies);

}  // namespace milkomeda
