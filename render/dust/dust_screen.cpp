#include "render/dust/dust_screen.hpp"

#include <algorithm>
#include <cmath>

#include "render/dust/extinction.hpp"

namespace milkomeda {

void set_depths(const ShaderProgram& program, const View& view) {
    // The origin of depths is near the scene, because computing the variance of depths from large numbers
    // would lose precision.
    const bool is_flat = view.projection == Projection::orthographic;
    program.set("depth_origin", is_flat ? -view.view_from_world[3].z : std::log(view.reference_distance));
}

void DustScreen::begin(const View& view, int coarseness) {
    before_ = BoundTarget::now();
    const auto across = [coarseness](float pixels) {
        return std::max(1, (static_cast<int>(pixels) + coarseness - 1) / coarseness);
    };
    moments_.fit("dust", {across(view.width), across(view.height)});
    glDisable(GL_SCISSOR_TEST);
    moments_.bind();
    moments_.clear();
}

void DustScreen::end() { before_.bind(); }

void DustScreen::clear() {
    if (moments_.size() == glm::ivec2{1}) return;
    begin({.width = 1, .height = 1}, 1);
    end();
}

void DustScreen::show(const ShaderProgram& program, const View& view, const glm::ivec2& corner, int unit) const {
    moments_.show(unit);
    program.set("dust", unit);
    program.set("dust_corner", glm::vec2{corner});
    program.set("dust_scale", 1.0f / glm::vec2{view.width, view.height});
    // In an anaglyph, the left eye sees only luminance, so dust must dim all three color channels of this eye equally.
    const bool sees_luminance = view.light_for_eye[1][0] > 0;
    program.set("extinction", sees_luminance ? glm::vec3{1} : photographic_extinction());
}

}  // namespace milkomeda
