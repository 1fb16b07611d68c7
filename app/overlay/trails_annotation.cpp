// The ways that the galaxies' centres and the chosen bodies have taken, and a mark at each chosen body.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/overlay/annotation_drawing.hpp"

namespace milkomeda {
namespace {

constexpr std::array trail_colors{glm::vec3{0.55f, 0.8f, 1}, glm::vec3{1, 0.8f, 0.45f},
                                  glm::vec3{0.7f, 1, 0.6f}, glm::vec3{1, 0.6f, 0.85f}};

const glm::vec3& trail_color(std::size_t i) {
    return trail_colors[i % trail_colors.size()];
}

// Draws a way up to `here`, where its subject is now.
void draw_trail(const OverlayPainter& painter, const Trail& trail, double now, const glm::vec3& here,
                const glm::vec3& color) {
    constexpr double fading_time = 15;  // model time in which it loses most of its strength
    const auto& points = trail.points();
    for (std::size_t i = 0; i < points.size(); ++i) {
        const glm::vec3& next = i + 1 < points.size() ? points[i + 1].position : here;
        const double age = std::max(0.0, now - points[i].time);
        const auto opacity = static_cast<float>(0.1 + 0.75 * std::exp(-age / fading_time));
        painter.world_line(points[i].position, next, {color, opacity}, 1.5f);
    }
}

void draw_mark(const OverlayPainter& painter, const Landmark& body, const glm::vec3& color) {
    const std::optional<glm::vec2> place = painter.place_of(body.position);
    if (!place) return;
    painter.circle(*place, 6, {color, 0.9f});
    painter.text(*place + glm::vec2{9, -6} * painter.scale(), body.name, {color, 0.7f});
}

}  // namespace

void draw_trails(const AnnotationSubject& subject, AnnotationReport&) {
    const double now = subject.loaded.shown_time();
    for (std::size_t i = 0; i < subject.galaxies.size(); ++i)
        draw_trail(subject.painter, subject.galaxy_trails[i], now, subject.galaxies[i].position,
                   trail_color(subject.loaded.number_of(subject.galaxies[i].name)));
    for (std::size_t i = 0; i < subject.bodies.size(); ++i) {
        draw_trail(subject.painter, subject.body_trails[i], now, subject.bodies[i].position,
                   trail_color(i + 2));
        draw_mark(subject.painter, subject.bodies[i], trail_color(i + 2));
    }
}

}  // namespace milkomeda
