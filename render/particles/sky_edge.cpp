#include "render/particles/sky_edge.hpp"

#include <cmath>
#include <glm/gtc/constants.hpp>

namespace milkomeda {

SkyEdge::SkyEdge(const ReadAsset& read)
    : program_{read, "shaders/gl/screen.vert", "shaders/particles/sky_edge.frag"}, nothing_{new_vertex_array()} {}

void SkyEdge::cut(const View& view, const glm::ivec2& corner, bool clear_alpha) const {
    const bool is_ellipse = view.projection == Projection::hammer;
    if (!is_ellipse && view.projection != Projection::dome) return;
    const glm::vec2 radians = is_ellipse ? std::sqrt(2.0f) * glm::vec2{2, 1} : glm::vec2{glm::half_pi<float>()};
    program_.use();
    program_.set("map_center", glm::vec2{corner} + 0.5f * glm::vec2{view.width, view.height});
    program_.set("radii", radians * view.pixels_at_unit_distance);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, clear_alpha);
    glBindVertexArray(nothing_.name());
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBindVertexArray(0);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glUseProgram(0);
}

}  // namespace milkomeda
