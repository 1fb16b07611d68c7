// Draws the tree cells of the fast multipole method as circles around the bodies of each cell. Each tree level has its
// own color. In the level with the smallest drawn cells, cells with more TreeCell::unresolved_pairs are brighter.
#include <algorithm>
#include <array>

#include "app/viewport/annotation_drawing.hpp"

namespace milkomeda {
namespace {

// Colors of the tree levels, starting with the level of the smallest drawn cells.
constexpr std::array level_colors{glm::vec3{1, 0.75f, 0.35f}, glm::vec3{0.4f, 0.8f, 1}, glm::vec3{0.75f, 0.6f, 1},
                                  glm::vec3{0.6f, 0.9f, 0.6f}};

// Returns the world direction that points to the right in the picture.
glm::vec3 right_of(const View& view) {
    const glm::mat4& m = view.view_from_world;
    return glm::normalize(glm::vec3{m[0][0], m[1][0], m[2][0]});
}

}  // namespace

void draw_cells(const AnnotationSubject& subject, AnnotationReport&) {
    if (subject.cells.empty()) return;
    constexpr float smallest = 1.5f;  // smallest drawn radius, in pixels at interface scale 1
    constexpr double steps_per_radius = 64;
    const OverlayPainter& painter = subject.painter;
    const glm::vec3 right = right_of(painter.view());
    const std::size_t finest = subject.cells.back().level;
    std::size_t most_work = 1;
    for (const TreeCell& cell : subject.cells)
        if (cell.level == finest) most_work = std::max(most_work, cell.unresolved_pairs);
    for (const TreeCell& cell : subject.cells) {
        const glm::vec3 center{cell.center.x, cell.center.y, cell.center.z};
        const std::optional<glm::vec2> place = painter.place_of(center);
        if (!place) continue;
        // Radius in the picture = 64 times the length that 1/64 of the radius has in the picture. The small step gives
        // the scale at the center, because some projections are not linear.
        const auto step = static_cast<float>(cell.radius / steps_per_radius);
        const std::optional<glm::vec2> beside = pixel_of(painter.view(), center + step * right);
        if (!beside) continue;
        const float radius = static_cast<float>(steps_per_radius) * glm::distance(*place, *beside) / painter.scale();
        if (radius < smallest) continue;
        const std::size_t above = cell.level - finest;
        const double work = static_cast<double>(cell.unresolved_pairs) / static_cast<double>(most_work);
        const float opacity = above > 0 ? 0.35f : static_cast<float>(0.06 + 0.6 * work * work);
        painter.circle(*place, radius, {level_colors[above % level_colors.size()], opacity});
    }
}

}  // namespace milkomeda
