#include "app/overlay/annotation_drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "data/base/round_number.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

constexpr glm::vec4 bright{1, 1, 1, 0.9f}, dim{1, 1, 1, 0.55f};
constexpr float margin = annotation_margin;

double pixels_per_kpc(const View& view) {
    return pixels_per_unit_at_target(view) / kpc_per_length;
}

// A round length, world units, about this share of the picture's height.
double round_length(const View& view, double share) {
    return round_number_below(share * view.height / pixels_per_kpc(view)) / kpc_per_length;
}

bool overlap(const Area& a, const Area& b) {
    return a.least.x < b.least.x + b.size.x && b.least.x < a.least.x + a.size.x &&
           a.least.y < b.least.y + b.size.y && b.least.y < a.least.y + a.size.y;
}

bool inside(const Area& a, const View& view) {
    return a.least.x >= 0 && a.least.y >= 0 && a.least.x + a.size.x <= view.width &&
           a.least.y + a.size.y <= view.height;
}

// 0 when galaxies are as near as their bulges are large, 1 when they are clear of each other.
float apart(std::span<const Landmark> galaxies, const Landmark& galaxy) {
    constexpr float merged = 0.5f, clear = 1.5f;  // 2 and 6 kpc
    float share = 1;
    for (const Landmark& other : galaxies)
        if (&other != &galaxy)
            share = std::min(share,
                             glm::smoothstep(merged, clear, glm::distance(other.position, galaxy.position)));
    return share;
}

}  // namespace

std::string display_name(const std::string& galaxy) {
    std::string name = galaxy;
    bool begins = true;
    for (char& letter : name) {
        if (letter == '-' || letter == '_') letter = ' ';
        if (begins && letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
        begins = letter == ' ';
    }
    return name;
}

std::optional<ScaleBar> draw_scale_bar(const OverlayPainter& painter, const Area& area, bool of_sky) {
    const float edge = margin * painter.scale(), tick = 4 * painter.scale();
    const float longest = std::min(0.25f * area.size.x, 220 * painter.scale());
    const double pixels_per_degree = painter.view().pixels_at_unit_distance * std::numbers::pi / 180;
    const ScaleBar bar = of_sky ? sky_scale_bar(pixels_per_degree, longest)
                                : scale_bar(pixels_per_kpc(painter.view()), longest);
    const glm::vec2 words = painter.size(bar.text);
    if (words.x > area.size.x - 2 * edge || 2 * edge + 2 * words.y > area.size.y) return std::nullopt;
    const glm::vec2 left = area.least + glm::vec2{edge, area.size.y - edge},
                    right = left + glm::vec2{bar.pixels, 0};
    painter.line(left + painter.scale(), right + painter.scale(), {0, 0, 0, 0.6f}, 2);  // its shadow
    painter.line(left, right, bright, 2);
    for (const glm::vec2 end : {left, right}) painter.line(end, end - glm::vec2{0, tick}, bright, 2);
    painter.text(left + glm::vec2{std::max(0.0f, 0.5f * (bar.pixels - words.x)), -tick - words.y}, bar.text,
                 bright);
    return bar;
}

void draw_clock(const OverlayPainter& painter, const Area& area, const std::string& text,
                const std::string& aside) {
    const glm::vec2 corner = area.least + margin * painter.scale();
    const float width = painter.size(text).x, gap = painter.line_height();
    if (width + 2 * margin * painter.scale() > area.size.x) return;
    painter.text(corner, text, bright);
    if (width + gap + painter.size(aside).x + 2 * margin * painter.scale() <= area.size.x)
        painter.text(corner + glm::vec2{width + gap, 0}, aside, dim);
}

std::vector<PlacedLabel> draw_labels(const OverlayPainter& painter, std::span<const Landmark> galaxies) {
    const glm::vec2 reach = glm::vec2{28, 28} * painter.scale();
    constexpr std::array corners{glm::vec2{1, -1}, glm::vec2{-1, -1}, glm::vec2{1, 1}, glm::vec2{-1, 1}};
    std::vector<Area> taken;
    std::vector<PlacedLabel> labels;
    for (const Landmark& galaxy : galaxies) {
        const std::optional<glm::vec2> centre = painter.place_of(galaxy.position);
        const std::string name = display_name(galaxy.name);
        const float opacity = apart(galaxies, galaxy);
        if (!centre || name.empty() || opacity == 0) continue;
        const glm::vec2 words = painter.size(name), pad = glm::vec2{3, 0} * painter.scale();
        for (const glm::vec2 corner : corners) {
            const glm::vec2 end = *centre + corner * reach;
            const glm::vec2 least = end + glm::vec2{corner.x > 0 ? pad.x : -pad.x - words.x, -0.5f * words.y};
            const Area place{least - pad, words + 2.0f * pad};
            if (!inside(place, painter.view()) ||
                std::ranges::any_of(taken, [&](const Area& other) { return overlap(place, other); }))
                continue;
            painter.line(*centre + 0.25f * corner * reach, end, dim * glm::vec4{1, 1, 1, opacity});
            painter.text(least, name, bright * glm::vec4{1, 1, 1, opacity});
            taken.push_back(place);
            labels.push_back({name, *centre});
            break;
        }
    }
    return labels;
}

void draw_axes(const OverlayPainter& painter) {
    struct Axis {
        glm::vec3 direction;
        glm::vec4 color;
        const char* name;
    };
    constexpr std::array axes{Axis{{1, 0, 0}, {1, 0.45f, 0.4f, 0.8f}, "x"},
                              Axis{{0, 1, 0}, {0.5f, 0.9f, 0.45f, 0.8f}, "y"},
                              Axis{{0, 0, 1}, {0.5f, 0.65f, 1, 0.8f}, "z"}};
    constexpr int parts = 16;  // in which lines are drawn, for projections that bend them
    const double length = round_length(painter.view(), 0.35);
    for (const Axis& axis : axes) {
        const auto at = [&](int part) { return axis.direction * static_cast<float>(length * part / parts); };
        for (int part = 0; part < parts; ++part) painter.world_line(at(part), at(part + 1), axis.color);
        if (const auto end = painter.place_of(at(parts)))
            painter.text(*end + glm::vec2{4, -4} * painter.scale(),
                         axis.name + (" " + length_text(length * kpc_per_length)), axis.color);
    }
}

void draw_grid(const OverlayPainter& painter, const glm::vec3& target) {
    constexpr int reach = 12;  // squares to each side
    const auto spacing = static_cast<float>(round_length(painter.view(), 0.15));
    const glm::vec2 middle = spacing * glm::round(glm::vec2{target} / spacing);
    const auto draw = [&](int i, int j, int di, int dj) {
        const glm::vec2 from{i, j}, to{i + di, j + dj};
        const float far = glm::length(0.5f * (from + to)) / reach;
        if (far >= 1) return;
        const bool tenth = di == 0 ? std::lround(middle.x / spacing) + i == 0
                                   : std::lround(middle.y / spacing) + j == 0;  // through the origin
        const glm::vec4 color{0.6f, 0.75f, 1, (tenth ? 0.5f : 0.25f) * (1 - far) * (1 - far)};
        painter.world_line({middle + spacing * from, 0}, {middle + spacing * to, 0}, color);
    };
    for (int i = -reach; i <= reach; ++i)
        for (int j = -reach; j < reach; ++j) draw(i, j, 0, 1), draw(j, i, 1, 0);
}

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

}  // namespace milkomeda
