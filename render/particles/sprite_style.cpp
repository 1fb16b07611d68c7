#include "render/particles/sprite_style.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

constexpr float suited_bodies = 40'960;  // that the styles of draw_modes suit
constexpr float fewest_bodies = 4'096;   // fewer are as bright as so many: one alone need not light the sky
constexpr std::size_t glowing_bodies = 640;  // or up to twice as many

constexpr SpriteStyle glow{2.0f, 0.03f, 2, 56.0f / 720, false};

float counted(std::size_t bodies) {
    return std::max(static_cast<float>(bodies), fewest_bodies);
}

}  // namespace

SpriteStyle style_of(DrawMode mode, std::size_t bodies) {
    // A galaxy gives the same light however many bodies it is made of; light is size^2 x brightness x bodies.
    // Half of the difference goes into the area, half into the brightness.
    const float scarcity = suited_bodies / counted(bodies);
    SpriteStyle style = row_of(mode).sprite;
    style.size *= std::pow(scarcity, 0.25f);
    style.brightness *= std::sqrt(scarcity);
    return style;
}

std::size_t glow_step(std::size_t bodies) {
    // Steps are strides of a vertex array, of which OpenGL promises 2048 bytes: 128 rows.
    return std::clamp<std::size_t>(bodies / glowing_bodies, 1, 128);
}

SpriteStyle style_of_glow(std::size_t bodies) {
    // There are always about as many, so only the brightness follows what each one stands for.
    SpriteStyle style = glow;
    style.brightness *= static_cast<float>(glowing_bodies * glow_step(bodies)) / counted(bodies);
    return style;
}

}  // namespace milkomeda
