#include "app/ui/icons.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <initializer_list>

namespace milkomeda {
namespace {

// Draws in coordinates relative to the center of the icon, in units of its edge length: x to the right, y downward.
struct Pen {
    ImDrawList& list;
    ImVec2 middle;
    float edge;
    ImU32 color;

    float stroke() const { return std::max(1.0f, 0.075f * edge); }
    ImVec2 at(float x, float y) const { return {middle.x + x * edge, middle.y + y * edge}; }
    void line(ImVec2 a, ImVec2 b) const { list.AddLine(at(a.x, a.y), at(b.x, b.y), color, stroke()); }
    void path(std::initializer_list<ImVec2> points, bool is_closed) const {
        for (const ImVec2& point : points) list.PathLineTo(at(point.x, point.y));
        list.PathStroke(color, is_closed ? ImDrawFlags_Closed : ImDrawFlags_None, stroke());
    }
    void box(ImVec2 least, ImVec2 most, float rounding = 0.06f) const {
        list.AddRect(at(least.x, least.y), at(most.x, most.y), color, rounding * edge, 0, stroke());
    }
    void filled_box(ImVec2 least, ImVec2 most) const {
        list.AddRectFilled(at(least.x, least.y), at(most.x, most.y), color);
    }
    void circle(ImVec2 place, float radius) const {
        list.AddCircle(at(place.x, place.y), radius * edge, color, 0, stroke());
    }
    void disk(ImVec2 place, float radius) const { list.AddCircleFilled(at(place.x, place.y), radius * edge, color); }
    // Draws an arc between two angles in radians, clockwise from the direction to the right.
    void arc(ImVec2 place, float radius, float from, float to) const {
        list.PathArcTo(at(place.x, place.y), radius * edge, from, to, 24);
        list.PathStroke(color, ImDrawFlags_None, stroke());
    }
    void ellipse(float width, float height, float turn) const {
        constexpr int points = 32;
        for (int i = 0; i < points; ++i) {
            const float angle = static_cast<float>(i) * glm::two_pi<float>() / points;
            const float x = width * std::cos(angle), y = height * std::sin(angle);
            list.PathLineTo(at(x * std::cos(turn) - y * std::sin(turn), x * std::sin(turn) + y * std::cos(turn)));
        }
        list.PathStroke(color, ImDrawFlags_Closed, stroke());
    }
    // Draws a filled triangle. ImGui's antialiasing requires corners in clockwise order on the screen.
    void triangle(ImVec2 a, ImVec2 b, ImVec2 c) const {
        const bool is_clockwise = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0;
        if (!is_clockwise) std::swap(b, c);
        list.AddTriangleFilled(at(a.x, a.y), at(b.x, b.y), at(c.x, c.y), color);
    }
    // Draws the triangle of the play and step icons, with its tip at x = `to`.
    void wedge(float from, float to) const { triangle({from, -0.32f}, {to, 0}, {from, 0.32f}); }
};

void draw_scenes(const Pen& pen) {
    for (const float x : {-0.38f, 0.06f})
        for (const float y : {-0.38f, 0.06f}) pen.box({x, y}, {x + 0.32f, y + 0.32f});
}

// A galaxy with two arms, and a plus sign.
void draw_add(const Pen& pen) {
    pen.disk({-0.08f, 0.08f}, 0.09f);
    pen.arc({-0.08f, 0.08f}, 0.3f, 0.4f, 2.4f);
    pen.arc({-0.08f, 0.08f}, 0.3f, 3.5f, 5.1f);
    pen.line({0.3f, -0.42f}, {0.3f, -0.1f});
    pen.line({0.14f, -0.26f}, {0.46f, -0.26f});
}

void draw_throw(const Pen& pen) {
    pen.disk({-0.24f, 0.24f}, 0.14f);
    pen.line({-0.08f, 0.08f}, {0.3f, -0.3f});
    pen.path({{0.04f, -0.36f}, {0.36f, -0.36f}, {0.36f, -0.04f}}, false);
}

void draw_pull(const Pen& pen) {
    pen.disk({0, 0}, 0.1f);
    for (const float x : {-1.0f, 1.0f})
        for (const float y : {-1.0f, 1.0f}) {
            pen.line({0.4f * x, 0.4f * y}, {0.2f * x, 0.2f * y});
            pen.path({{0.2f * x, 0.36f * y}, {0.2f * x, 0.2f * y}, {0.36f * x, 0.2f * y}}, false);
        }
}

// A ruler with marks.
void draw_measure(const Pen& pen) {
    pen.path({{-0.44f, 0.22f}, {0.22f, -0.44f}, {0.44f, -0.22f}, {-0.22f, 0.44f}}, true);
    for (const float along : {0.15f, 0.35f, 0.55f, 0.75f}) {
        const float x = -0.44f + 0.66f * along * 1.1f, y = 0.22f - 0.66f * along * 1.1f;
        pen.line({x, y}, {x + 0.1f, y + 0.1f});
    }
}

// A framed picture of two galaxies.
void draw_match(const Pen& pen) {
    pen.path({{-0.44f, -0.36f}, {0.44f, -0.36f}, {0.44f, 0.36f}, {-0.44f, 0.36f}}, true);
    pen.path({{-0.3f, 0.12f}, {-0.16f, -0.06f}, {-0.02f, 0.02f}, {-0.16f, 0.2f}}, true);
    pen.path({{0.06f, -0.08f}, {0.16f, -0.2f}, {0.3f, -0.12f}, {0.2f, 0}}, true);
}

void draw_slice(const Pen& pen) {
    pen.path({{-0.44f, 0.14f}, {-0.1f, -0.14f}, {0.44f, -0.14f}, {0.1f, 0.14f}}, true);
    pen.line({0, -0.42f}, {0, 0});
    pen.line({0, 0.16f}, {0, 0.42f});
}

void draw_compare(const Pen& pen) {
    pen.box({-0.42f, -0.34f}, {0.42f, 0.34f});
    pen.line({0, -0.34f}, {0, 0.34f});
    pen.disk({-0.21f, 0}, 0.08f);
    pen.circle({0.21f, 0}, 0.09f);
}

void draw_look(const Pen& pen) {
    pen.circle({0, 0}, 0.38f);
    pen.list.PathArcTo(pen.at(0, 0), 0.38f * pen.edge, -glm::half_pi<float>(), glm::half_pi<float>(), 16);
    pen.list.PathFillConvex(pen.color);
}

// A photo camera.
void draw_photograph(const Pen& pen) {
    pen.box({-0.42f, -0.22f}, {0.42f, 0.34f});
    pen.path({{-0.16f, -0.24f}, {-0.1f, -0.36f}, {0.1f, -0.36f}, {0.16f, -0.24f}}, false);
    pen.circle({0, 0.06f}, 0.15f);
}

// A video camera.
void draw_camera(const Pen& pen) {
    pen.box({-0.44f, -0.24f}, {0.16f, 0.24f});
    pen.path({{0.2f, -0.04f}, {0.42f, -0.2f}, {0.42f, 0.2f}, {0.2f, 0.04f}}, true);
}

void draw_labels(const Pen& pen) {
    pen.path({{-0.4f, -0.4f}, {0, -0.4f}, {0.42f, 0.02f}, {0.02f, 0.42f}, {-0.4f, 0}}, true);
    pen.disk({-0.2f, -0.2f}, 0.075f);
}

void draw_graphs(const Pen& pen) {
    pen.path({{-0.4f, -0.4f}, {-0.4f, 0.4f}, {0.42f, 0.4f}}, false);
    pen.path({{-0.26f, 0.16f}, {-0.06f, -0.1f}, {0.1f, 0.06f}, {0.4f, -0.3f}}, false);
}

// A nucleus with two orbits.
void draw_physics(const Pen& pen) {
    pen.disk({0, 0}, 0.09f);
    pen.ellipse(0.44f, 0.17f, 0.6f);
    pen.ellipse(0.44f, 0.17f, -0.6f);
}

void draw_device(const Pen& pen) {
    pen.box({-0.26f, -0.26f}, {0.26f, 0.26f});
    pen.box({-0.1f, -0.1f}, {0.1f, 0.1f}, 0);
    for (const float place : {-0.12f, 0.12f})
        for (const float side : {-1.0f, 1.0f}) {
            pen.line({place, 0.28f * side}, {place, 0.44f * side});
            pen.line({0.28f * side, place}, {0.44f * side, place});
        }
}

void draw_play(const Pen& pen) { pen.wedge(-0.24f, 0.34f); }
void draw_pause(const Pen& pen) {
    pen.filled_box({-0.26f, -0.32f}, {-0.07f, 0.32f});
    pen.filled_box({0.07f, -0.32f}, {0.26f, 0.32f});
}
void draw_backward(const Pen& pen) { pen.wedge(0.24f, -0.34f); }
void draw_step(const Pen& pen) {
    pen.filled_box({-0.32f, -0.32f}, {-0.2f, 0.32f});
    pen.wedge(-0.1f, 0.34f);
}
void draw_step_back(const Pen& pen) {
    pen.filled_box({0.2f, -0.32f}, {0.32f, 0.32f});
    pen.wedge(0.1f, -0.34f);
}

// An arrow that turns back to its start.
void draw_restart(const Pen& pen) {
    pen.arc({0, 0.02f}, 0.32f, -2.3f, 2.6f);
    pen.triangle({-0.42f, -0.36f}, {-0.06f, -0.34f}, {-0.36f, -0.02f});
}

// Two arrows that follow each other.
void draw_loop(const Pen& pen) {
    pen.path({{-0.38f, 0.02f}, {-0.38f, -0.2f}, {0.2f, -0.2f}}, false);
    pen.triangle({0.18f, -0.38f}, {0.42f, -0.2f}, {0.18f, -0.02f});
    pen.path({{0.38f, -0.02f}, {0.38f, 0.2f}, {-0.2f, 0.2f}}, false);
    pen.triangle({-0.18f, 0.02f}, {-0.42f, 0.2f}, {-0.18f, 0.38f});
}

// Drawing functions in the order of the enumeration Icon.
constexpr std::array drawings{draw_scenes, draw_add,       draw_throw,      draw_pull, draw_measure, draw_match,
                              draw_slice,  draw_compare,   draw_photograph, draw_look, draw_camera,  draw_labels,
                              draw_graphs, draw_physics,   draw_device,     draw_play, draw_pause,   draw_backward,
                              draw_step,   draw_step_back, draw_restart,    draw_loop};

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, const ImVec2& middle, float edge, std::uint32_t color) {
    drawings[static_cast<std::size_t>(icon)]({list, middle, edge, color});
}

}  // namespace milkomeda
