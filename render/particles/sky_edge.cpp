#include "render/particles/sky_edge.hpp"

#include <cmath>
#include <glm/gtc/constants.hpp>

namespace milkomeda {

SkyEdge::SkyEdge(const ReadAsset& read) : pass_{read, "shaders/particles/sky_edge.frag"} {}

void SkyEdge::cut(const View& view, const glm::ivec2& corner, bool clear_alpha) const {
    const bool is_ellipse = view.projection == Projection::hammer;
    if (!is_ellipse && view.projection != Projection::dome) return;
    const glm::vec2 radians = is_ellipse ? std::sqrt(2.0f) * glm::vec2{2, 1} : glm::vec2{glm::half_pi<float>()};
    pass_.use();
    pass_.set("map_center", glm::vec2{corner} + 0.5f * glm::vec2{view.width, view.height});
    pass_.set("radii", radians * view.pixels_at_unit_distance);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, clear_alpha);
    pass_.draw();
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glUseProgram(0);
}

}  // namespace milkomeda
