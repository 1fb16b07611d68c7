#include "render/particles/sprite_style.hpp"

#include <algorithm>
#include <cmath>

namespace milkomeda {
namespace {

constexpr float suited_bodies = 40'960;  // number of bodies for which the styles in draw_modes were chosen
// lower limit of the number of bodies used for scaling, so that a few bodies stay faint
constexpr float least_bodies = 4'096;
// smallest number of large, faint sprites in the haze of a large particle set; the haze has at most about twice this
// number
constexpr std::size_t glowing_bodies = 640;

constexpr SpriteStyle glow{2.0f, 0.03f, 2, 56.0f / 720, false};

float bodies_for_scaling(std::size_t bodies) { return std::max(static_cast<float>(bodies), least_bodies); }

}  // namespace

SpriteStyle style_of(DrawMode mode, std::size_t bodies) {
    // Keeps the total light, size^2 x brightness x bodies, constant. Area and brightness change by equal factors.
    const float scarcity = suited_bodies / bodies_for_scaling(bodies);
    SpriteStyle style = row_of(mode).sprite;
    style.size *= std::pow(scarcity, 0.25f);
    style.brightness *= std::sqrt(scarcity);
    return style;
}

std::size_t glow_step(std::size_t bodies) {
    // The step is the stride of a vertex array in rows. OpenGL guarantees strides up to 2048 bytes, which are 128 rows.
    return std::clamp<std::size_t>(bodies / glowing_bodies, 1, 128);
}

SpriteStyle style_of_glow(std::size_t bodies) {
    // The number of large, faint sprites in the haze is nearly constant, so only their brightness depends on the number
    // of bodies that each sprite represents.
    SpriteStyle style = glow;
    style.brightness *= static_cast<float>(glowing_bodies * glow_step(bodies)) / bodies_for_scaling(bodies);
    return style;
}

}  // namespace milkomeda
