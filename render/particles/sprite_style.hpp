// The size and the brightness of a sprite, so that galaxies look alike however many bodies they are made of.
#pragma once

#include <cstddef>

#include "render/look/draw_mode.hpp"

namespace milkomeda {

// The mode's style for one among so many bodies, visible or not, so that hiding some leaves the others as
// they are. The mode is rendered directly.
SpriteStyle style_of(DrawMode mode, std::size_t bodies);

// Sprites alone are grains. A fair sample of the rows, each glow_step-th, drawn large and faint, is the haze
// between them: wide sprites for all would cost a hundred times the pixels and look the same.
std::size_t glow_step(std::size_t bodies);
SpriteStyle style_of_glow(std::size_t bodies);

}  // namespace milkomeda
