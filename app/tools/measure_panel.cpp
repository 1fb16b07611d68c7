// The card of the measuring tool over the picture, and the drawing of its points, lines and circle.
#include <imgui.h>

#include <algorithm>

#include "app/tools/tool_panels.hpp"
#include "app/ui/text_fit.hpp"
#include "data/text/text.hpp"

namespace milkomeda {
namespace {

constexpr glm::vec4 measure_color{1, 0.85f, 0.4f, 0.95f};

const char* summary_of(MeasureKind kind) {
    switch (kind) {
        case MeasureKind::ruler:
            return "Drag from end to end, or click both ends";
        case MeasureKind::angle:
            return "Drag from an end to the corner, then click the other end";
        case MeasureKind::aperture:
            return "Drag from the center to the edge of the circle";
        case MeasureKind::none:
            break;
    }
    return "";
}

constexpr const char* details =
    "Lengths and angles lie in the plane of the picture, at the depth of the camera's target. The aperture counts the "
    "shown bodies whose positions in the picture are inside the circle; velocities are positive away from the camera. "
    "Escape removes the points";

}  // namespace

void measure_panel(Widgets& widgets, MeasureTool& tool) {
    const auto button = [&](const char* label, MeasureKind kind, const char* tooltip) {
        const bool chosen = tool.kind() == kind;
        if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
        if (widgets.button(label, tooltip)) tool.choose(kind);
        if (chosen) ImGui::PopStyleColor();
    };
    button("Ruler", MeasureKind::ruler, "Measures a length in kpc and arcseconds");
    ImGui::SameLine();
    button("Angle", MeasureKind::angle, "Measures an angle in degrees");
    ImGui::SameLine();
    button("Aperture", MeasureKind::aperture, "Counts the bodies in a circle, and measures their mass and velocity");
    const std::vector<std::string> lines = tool.lines();
    if (lines.empty()) widgets.line("what to do", summary_of(tool.kind()), details);
    for (const std::string& line : lines) write_wrapped(line);
    if (tool.kind() != MeasureKind::angle)
        widgets.slider("Distance", tool.megaparsecs, {0.01, 1000, 10, "%.3g Mpc", Widgets::Scale::logarithmic},
                       "Assumed distance of the galaxies, from which arcseconds are computed. The Whirlpool is at 8.6 "
                       "Mpc, the Antennae are at 22 Mpc");
    if (!lines.empty() && widgets.button("Copy", "Copies the values to the clipboard"))
        ImGui::SetClipboardText(join(lines, {}, "\n").c_str());
}

void draw_measurement(const OverlayPainter& painter, const MeasureTool& tool, const Area& free) {
    const std::vector<glm::vec3>& points = tool.points();
    for (const glm::vec3& point : points)
        if (const auto place = painter.place_of(point)) painter.circle(*place, 3, measure_color, 1.5f);
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        painter.world_line(points[i], points[i + 1], measure_color, 1.5f);
    if (const std::vector<std::string> lines = tool.lines(); !lines.empty())
        if (const auto place = painter.place_of(points.back())) {
            const glm::vec2 beside = *place + glm::vec2{10, 6} * painter.scale();
            painter.text(glm::min(beside, free.most() - painter.size(lines.front())), lines.front(), measure_color);
        }
    if (tool.kind() != MeasureKind::aperture || points.size() < 2) return;
    const auto center = painter.place_of(points[0]), edge = painter.place_of(points[1]);
    if (center && edge) painter.circle(*center, glm::distance(*center, *edge) / painter.scale(), measure_color, 1.5f);
}

}  // namespace milkomeda
