// Marks each perturber with a colored ring, a name and a trail, because perturbers are black or smaller than a pixel.
#include "app/viewport/annotation_drawing.hpp"

namespace milkomeda {
namespace {

glm::vec3 color_of(const ShownPerturber& perturber) {
    const auto& [red, green, blue] = perturber.component->perturber->color;
    return {red, green, blue};
}

// Draws the ring of a perturber with dark edges, which keep the ring visible on bright galaxy nuclei.
void draw_ring(const OverlayPainter& painter, const glm::vec2& place, const glm::vec3& color) {
    painter.circle(place, perturber_ring, {0, 0, 0, 0.7f}, 4);
    painter.circle(place, perturber_ring, {color, 1}, 2);
}

}  // namespace

// Draws the trails of all perturbers first, so that the rings lie over the trails.
void draw_perturbers(const AnnotationSubject& subject, AnnotationReport& report) {
    const OverlayPainter& painter = subject.painter;
    report.perturbers.clear();
    for (const ShownPerturber& perturber : subject.perturbers)
        draw_turning_trail(painter, *perturber.trail, perturber.position, color_of(perturber));
    std::vector<glm::vec2> words;
    for (const ShownPerturber& perturber : subject.perturbers) {
        const std::optional<glm::vec2> place = painter.place_of(perturber.position);
        if (!place) continue;
        const glm::vec3 color = color_of(perturber);
        draw_ring(painter, *place, color);
        // Writes the name beside the ring, below the names of other perturbers at nearly the same position.
        glm::vec2 text = *place + glm::vec2{perturber_ring + 4, -perturber_ring - 2} * painter.scale();
        const float line = painter.size(perturber.component->name).y;
        for (const glm::vec2& other : words)
            if (glm::distance(text, other) < line) text.y = other.y + line;
        painter.text(text, perturber.component->name, {color, 1});
        words.push_back(text);
        report.perturbers.push_back({perturber.component->name, *place, perturber.trail->points().size()});
    }
}

}  // namespace milkomeda
