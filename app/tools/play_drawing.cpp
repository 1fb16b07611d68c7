#include "app/tools/play_drawing.hpp"

#include <fmt/format.h>

#include "data/base/units.hpp"

namespace milkomeda {
namespace {

constexpr glm::vec4 ring_color{0.55f, 0.85f, 1, 0.9f}, arrow_color{1, 0.85f, 0.4f, 0.95f}, path_color{1, 1, 1, 0.6f},
    pull_color{1, 0.5f, 0.4f, 0.9f}, words_color{1, 1, 1, 0.95f};

// Draws the edge of the new disk as a ring, which is brighter on the side near the camera, and a line from the center
// in the direction of the disk's spin.
void draw_ring(const OverlayPainter& painter, const Aim& aim) {
    if (aim.spin == glm::vec3{0}) {
        if (const auto place = painter.place_of(aim.place)) painter.circle(*place, 14, ring_color, 1.5f);
        return;
    }
    const auto depth = [&](const glm::vec3& place) { return (painter.view().view_from_world * glm::vec4{place, 1}).z; };
    const float middle = depth(aim.place), width = aim.ring_highlighted ? 3 : 1.5f;
    const std::vector<glm::vec3> ring = ring_of(aim);
    for (std::size_t i = 0; i + 1 < ring.size(); ++i) {
        const bool near = depth(ring[i]) >= middle;
        painter.world_line(ring[i], ring[i + 1], ring_color * glm::vec4{1, 1, 1, near ? 1 : 0.45f}, width);
    }
    const auto radius = static_cast<float>(aim.radius);
    painter.world_line(aim.place, aim.place + 0.6f * radius * glm::normalize(aim.spin), ring_color, 1.5f);
    if (aim.is_placed)  // draws a small circle at the center, which the mouse can drag
        if (const auto place = painter.place_of(aim.place)) painter.circle(*place, 5, arrow_color, 2);
}

void draw_arrow(const OverlayPainter& painter, const Aim& aim) {
    const glm::vec3 tip = aim.place + static_cast<float>(PlayTools::arrow_time) * aim.velocity;
    const auto from = painter.place_of(aim.place), to = painter.place_of(tip);
    if (!from || !to || glm::distance(*from, *to) < 3) return;
    const float size = 9 * painter.scale();
    const glm::vec2 along = glm::normalize(*to - *from), across{-along.y, along.x};
    painter.line(*from, *to, arrow_color, 2);
    for (const float side : {-0.5f, 0.5f}) painter.line(*to, *to - size * along + side * size * across, arrow_color, 2);
}

void draw_path(const OverlayPainter& painter, const PredictedPath& path) {
    const auto count = static_cast<float>(path.points.size());
    for (std::size_t i = 0; i + 1 < path.points.size(); ++i) {
        const float fading = 1 - 0.8f * static_cast<float>(i) / count;
        painter.world_line(path.points[i], path.points[i + 1], path_color * glm::vec4{1, 1, 1, fading}, 1.5f);
    }
}

void write_lines(const OverlayPainter& painter, const Area& free, glm::vec2 place,
                 const std::vector<std::string>& lines) {
    constexpr float margin = 4;
    glm::vec2 size{0, static_cast<float>(lines.size()) * painter.line_height()};
    for (const std::string& line : lines) size.x = std::max(size.x, painter.size(line).x);
    const glm::vec2 least = free.least - painter.corner(), most = least + free.size - size - margin;
    place = glm::max(glm::min(place, most), least);
    for (const std::string& line : lines) {
        painter.text(place, line, words_color);
        place.y += painter.line_height();
    }
}

}  // namespace

std::string velocity_words(double velocity) { return fmt::format("{:.0f} km/s", velocity * km_s_per_velocity); }

std::string mass_words(double mass) { return fmt::format("{:.3g} M☉", mass * solar_masses_per_mass); }

std::string path_words(const Aim& aim) {
    if (!aim.path) return "";
    const std::string orbit = fmt::format("{} {}", aim.path->bound ? "bound to" : "escapes from", aim.about);
    if (aim.path->time_of_nearest == 0) return orbit + ", closest approach now";
    return fmt::format("{}, closest approach {:.1f} kpc in {}", orbit, aim.path->nearest * kpc_per_length,
                       format_time(aim.path->time_of_nearest));
}

void draw_tools(const OverlayPainter& painter, const PlayTools& tools, const Area& free) {
    const glm::vec2 beside = glm::vec2{18, 14} * painter.scale();
    if (const auto& body = tools.external_mass()) {
        const glm::vec3 here = body->position;
        if (const auto place = painter.place_of(here)) {
            painter.circle(*place, 10, pull_color, 2);
            painter.circle(*place, 3, pull_color, 2);
            write_lines(painter, free, *place + beside, {mass_words(body->mass)});
        }
    }
    if (!tools.aim()) return;
    const Aim& aim = *tools.aim();
    if (aim.path) draw_path(painter, *aim.path);
    draw_ring(painter, aim);
    draw_arrow(painter, aim);
    const auto place = painter.place_of(aim.place);
    if (!place) return;
    std::vector<std::string> lines{velocity_words(glm::length(aim.velocity))};
    if (aim.mass > 0) lines.front() += ", " + mass_words(aim.mass);
    if (const std::string path = path_words(aim); !path.empty()) lines.push_back(path);
    write_lines(painter, free, *place + beside, lines);
}

}  // namespace milkomeda
