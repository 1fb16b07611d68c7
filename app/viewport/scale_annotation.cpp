// Draws the scale bar in the lower left corner. In pictures of the sky, the bar shows an angle.
#include <algorithm>
#include <numbers>

#include "app/viewport/annotation_drawing.hpp"

namespace milkomeda {
namespace {

// Returns true for pictures of the sky. In these pictures, the drawn size of a length depends on its distance, so that
// the bar must show an angle.
bool shows_angles(const Camera& camera) {
    return camera.in_sky || camera.projection == Projection::hammer || camera.projection == Projection::dome;
}

}  // namespace

// Draws nothing if the bar does not fit into the area.
void draw_scale(const AnnotationSubject& subject, AnnotationReport& report) {
    const OverlayPainter& painter = subject.painter;
    const Area& area = subject.area;
    const float edge = annotation_margin * painter.scale(), tick = 4 * painter.scale();
    const float longest = std::min(0.25f * area.size.x, 220 * painter.scale());
    const double pixels_per_degree = painter.view().pixels_at_unit_distance * std::numbers::pi / 180;
    const ScaleBar bar = shows_angles(subject.camera) ? sky_scale_bar(pixels_per_degree, longest)
                                                      : scale_bar(pixels_per_kpc(painter.view()), longest);
    const glm::vec2 words = painter.size(bar.text);
    if (words.x > area.size.x - 2 * edge || 2 * edge + 2 * words.y > area.size.y) return;
    const glm::vec2 left = area.least + glm::vec2{edge, area.size.y - edge}, right = left + glm::vec2{bar.pixels, 0};
    // dark shadow of the bar, shifted by one pixel
    painter.line(left + painter.scale(), right + painter.scale(), {0, 0, 0, 0.6f}, 2);
    painter.line(left, right, annotation_bright, 2);
    for (const glm::vec2 end : {left, right}) painter.line(end, end - glm::vec2{0, tick}, annotation_bright, 2);
    painter.text(left + glm::vec2{std::max(0.0f, 0.5f * (bar.pixels - words.x)), -tick - words.y}, bar.text,
                 annotation_bright);
    report.scale = bar;
}

}  // namespace milkomeda
