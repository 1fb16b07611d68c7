// Draws a grid in the plane z = 0, in which galaxies orbit. The edge of a grid square has a round length, which depends
// on the zoom.
#include <cmath>

#include "app/viewport/annotation_drawing.hpp"

namespace milkomeda {

void draw_grid(const AnnotationSubject& subject, AnnotationReport&) {
    const OverlayPainter& painter = subject.painter;
    constexpr int reach = 12;  // number of grid squares from the center of the grid to each edge
    const auto spacing = static_cast<float>(round_length(painter.view(), 0.15));
    const glm::vec2 middle = spacing * glm::round(glm::vec2{subject.camera.target} / spacing);
    const auto draw = [&](int i, int j, int di, int dj) {
        const glm::vec2 from{i, j}, to{i + di, j + dj};
        const float far = glm::length(0.5f * (from + to)) / reach;
        if (far >= 1) return;
        const bool through_origin =
            di == 0 ? std::lround(middle.x / spacing) + i == 0 : std::lround(middle.y / spacing) + j == 0;
        const glm::vec4 color{0.6f, 0.75f, 1, (through_origin ? 0.5f : 0.25f) * (1 - far) * (1 - far)};
        painter.world_line({middle + spacing * from, 0}, {middle + spacing * to, 0}, color);
    };
    for (int i = -reach; i <= reach; ++i)
        for (int j = -reach; j < reach; ++j) draw(i, j, 0, 1), draw(j, i, 1, 0);
}

}  // namespace milkomeda
