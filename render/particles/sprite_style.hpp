// How large and how bright one particle is, so that galaxies look alike whatever they are made of.
#pragma once

#include <cstddef>

#include "render/look/look.hpp"

namespace milkomeda {

struct SpriteStyle {
    float size;           // diameter, world units
    float brightness;     // of its centre; 1 is the display's white
    float smallest_size;  // pixels; what would be smaller is dimmed instead
    float largest_size;   // parts of the picture's height
    bool whole_pixels;    // round its size to pixels
};

// Of one among so many bodies, visible or not, so that hiding some leaves the others as they are.
SpriteStyle style_of(DrawMode mode, std::size_t bodies);

// Sprites alone are grains. A fair sample of the rows, each glow_step-th, drawn large and faint, is the haze
// between them: wide sprites for all would cost a hundred times the pixels and look the same.
std::size_t glow_step(std::size_t bodies);
SpriteStyle style_of_glow(std::size_t bodies);

}  // namespace milkomeda
