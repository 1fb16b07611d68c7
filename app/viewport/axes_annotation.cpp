// Draws the coordinate axes x, y and z from the origin.
#include <array>

#include "app/viewport/annotation_drawing.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

void draw_axes(const AnnotationSubject& subject, AnnotationReport&) {
    const OverlayPainter& painter = subject.painter;
    struct Axis {
        glm::vec3 direction;
        glm::vec4 color;
        const char* name;
    };
    constexpr std::array axes{Axis{{1, 0, 0}, {1, 0.45f, 0.4f, 0.8f}, "x"},
                              Axis{{0, 1, 0}, {0.5f, 0.9f, 0.45f, 0.8f}, "y"},
                              Axis{{0, 0, 1}, {0.5f, 0.65f, 1, 0.8f}, "z"}};
    constexpr int parts = 16;  // number of straight segments of each axis; some projections bend straight lines
    const double length = round_length(painter.view(), 0.35);
    for (const Axis& axis : axes) {
        const auto at = [&](int part) { return axis.direction * static_cast<float>(length * part / parts); };
        for (int part = 0; part < parts; ++part) painter.world_line(at(part), at(part + 1), axis.color);
        if (const auto end = painter.place_of(at(parts)))
            painter.text(*end + glm::vec2{4, -4} * painter.scale(),
                         axis.name + (" " + length_text(length * kpc_per_length)), axis.color);
    }
}

}  // namespace milkomeda
