#include "app/viewport/annotation_drawing.hpp"

#include <algorithm>
#include <cmath>

#include "data/base/units.hpp"
#include "data/text/round_number.hpp"

namespace milkomeda {

void draw_trail(const OverlayPainter& painter, const Trail& trail, double now, const glm::vec3& here,
                const glm::vec3& color) {
    // the opacity falls with the age in model time as 0.1 + 0.75 exp(-age / fading_time)
    constexpr double fading_time = 15;
    const auto& points = trail.points();
    for (std::size_t i = 0; i < points.size(); ++i) {
        const glm::vec3& next = i + 1 < points.size() ? points[i + 1].position : here;
        const double age = std::max(0.0, now - points[i].time);
        const auto opacity = static_cast<float>(0.1 + 0.75 * std::exp(-age / fading_time));
        painter.world_line(points[i].position, next, {color, opacity}, 1.5f);
    }
}

void draw_turning_trail(const OverlayPainter& painter, const Trail& trail, const glm::vec3& here,
                        const glm::vec3& color) {
    // length in pixels at interface scale 1 over which the opacity falls to 1/e; smallest drawn opacity
    constexpr float fading_length = 500, faintest = 0.03f;
    float length = 0;
    glm::vec3 next = here;
    for (auto point = trail.points().rbegin(); point != trail.points().rend(); ++point) {
        const float opacity = 0.85f * std::exp(-length / fading_length);
        if (opacity < faintest) return;
        painter.world_line(point->position, next, {0, 0, 0, 0.4f * opacity}, 3.5f);
        painter.world_line(point->position, next, {color, opacity}, 1.5f);
        const auto from = pixel_of(painter.view(), point->position), to = pixel_of(painter.view(), next);
        if (from && to) length += glm::distance(*from, *to) / painter.scale();
        next = point->position;
    }
}

double pixels_per_kpc(const View& view) { return pixels_per_unit_at_target(view) / kpc_per_length; }

double round_length(const View& view, double share) {
    return round_number_below(share * view.height / pixels_per_kpc(view)) / kpc_per_length;
}

}  // namespace milkomeda
