// Draws the trails of galaxy centers and selected bodies, and a mark at each selected body.
#include <array>

#include "app/viewport/annotation_drawing.hpp"

namespace milkomeda {
namespace {

constexpr std::array trail_colors{glm::vec3{0.55f, 0.8f, 1}, glm::vec3{1, 0.8f, 0.45f}, glm::vec3{0.7f, 1, 0.6f},
                                  glm::vec3{1, 0.6f, 0.85f}};

const glm::vec3& trail_color(std::size_t i) { return trail_colors[i % trail_colors.size()]; }

void draw_mark(const OverlayPainter& painter, const Landmark& body, const glm::vec3& color) {
    const std::optional<glm::vec2> place = painter.place_of(body.position);
    if (!place) return;
    painter.circle(*place, 6, {color, 0.9f});
    painter.text(*place + glm::vec2{9, -6} * painter.scale(), body.name, {color, 0.7f});
}

}  // namespace

void draw_trails(const AnnotationSubject& subject, AnnotationReport&) {
    const double now = subject.loaded.moment().time;
    for (std::size_t i = 0; i < subject.galaxies.size(); ++i)
        draw_trail(subject.painter, subject.galaxy_trails[i], now, subject.galaxies[i].position,
                   trail_color(color_number_of(subject.loaded.initial(), subject.galaxies[i].name)));
    for (std::size_t i = 0; i < subject.bodies.size(); ++i) {
        draw_trail(subject.painter, subject.body_trails[i], now, subject.bodies[i].position, trail_color(i + 2));
        draw_mark(subject.painter, subject.bodies[i], trail_color(i + 2));
    }
}

}  // namespace milkomeda
