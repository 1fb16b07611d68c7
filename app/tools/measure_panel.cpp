// The card of the measuring tool over the picture, and the drawing of its points, lines and circle.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/tools/tool_panels.hpp"
#include "app/ui/text_fit.hpp"
#include "data/base/units.hpp"
#include "data/text/text.hpp"
#include "data/text/text_number.hpp"

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
        case MeasureKind::lasso:
            return "Draw a line around the bodies";
        case MeasureKind::slit:
            return "Drag from end to end of the slit";
        case MeasureKind::none:
            break;
    }
    return "";
}

constexpr const char* details =
    "Lengths and angles lie in the plane of the picture, at the depth of the camera's target. Aperture, lasso and slit "
    "measure the shown bodies whose positions in the picture are inside; velocities are positive away from the camera. "
    "Escape removes the points";

// Returns the position-velocity diagram: cells of mass, and the mean velocity with its scatter.
Plot plot_of(const SlitDiagram& slit, std::vector<double>& low, std::vector<double>& high) {
    for (std::size_t i = 0; i < slit.means.size(); ++i) {
        low.push_back(slit.means[i] - slit.dispersions[i]);
        high.push_back(slit.means[i] + slit.dispersions[i]);
    }
    return {.title = "Position-velocity diagram",
            .x = {.label = "position along the slit, kpc"},
            .y = {.label = "velocity away from the camera, km/s"},
            .curves = {{.name = "mean", .x = slit.middles, .y = slit.means, .color = 0},
                       {.name = "mean \u00b1 dispersion", .x = slit.middles, .y = low, .color = plot_grey},
                       {.name = "", .x = slit.middles, .y = high, .color = plot_grey}},
            .cells = {{.x = slit.places,
                       .y = slit.velocities,
                       .columns = SlitDiagram::columns,
                       .values = slit.cells,
                       .color = 1}}};
}

void draw_slit(Widgets& widgets, const SlitDiagram& slit) {
    std::vector<double> low, high;
    const Plot plot = plot_of(slit, low, high);
    const float height = plot_height(plot, ImGui::GetContentRegionAvail().x, 12);
    PlotZoom all;  // the diagram changes with the slit, so a zoom would soon show nothing
    show_plot(plot, widgets.canvas("slit", height, ""), all);
}

// Draws the buttons for the bodies in the region, and for those that the user has kept.
MeasureRequest region_buttons(Widgets& widgets, MeasureTool& tool) {
    MeasureRequest request = MeasureRequest::none;
    const auto& region = tool.region();
    if (region && region->content.bodies > 0) {
        if (widgets.button("Keep",
                           "Marks the bodies inside at all times of the run: go to the start to see where they "
                           "come from"))
            tool.kept.keep(region->content.rows, region->setup->particles);
        ImGui::SameLine();
        if (widgets.button("CSV",
                           "Writes the bodies inside, with their present positions and velocities and their "
                           "positions at the start of the run, as a table into the current folder"))
            request = MeasureRequest::bodies;
        if (region->slit) {
            ImGui::SameLine();
            if (widgets.button("Diagram CSV",
                               "Writes the masses in the cells of the position-velocity diagram as a "
                               "table into the current folder"))
                request = MeasureRequest::slit;
        }
    }
    if (tool.kept.ids().empty()) return request;
    write_wrapped(fmt::format("Kept: {} bodies", count_text(tool.kept.ids().size())));
    if (widgets.button("Make a galaxy",
                       "Makes the kept bodies a galaxy of its own in the list of galaxies, which can be "
                       "hidden, colored, followed, measured and saved. The motion stays the same"))
        request = MeasureRequest::galaxy;
    ImGui::SameLine();
    if (widgets.button("Forget", "Removes the marks of the kept bodies")) tool.kept.forget();
    return request;
}

// Draws the edges of the slit.
void draw_band(const OverlayPainter& painter, const MeasureTool& tool) {
    if (tool.points().size() < 2) return;
    const auto from = painter.place_of(tool.points()[0]), to = painter.place_of(tool.points()[1]);
    const float length = glm::distance(tool.points()[0], tool.points()[1]);
    if (!from || !to || !(length > 0)) return;
    const glm::vec2 along = *to - *from;
    const glm::vec2 side = static_cast<float>(tool.slit_width) / (2 * length) * glm::vec2{-along.y, along.x};
    for (const float sign : {-1.0f, 1.0f}) painter.line(*from + sign * side, *to + sign * side, measure_color, 1);
}

}  // namespace

MeasureRequest measure_panel(Widgets& widgets, MeasureTool& tool) {
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
    button("Lasso", MeasureKind::lasso, "Counts the bodies inside a line that you draw, and says where they come from");
    ImGui::SameLine();
    button("Slit", MeasureKind::slit, "Shows the velocities along a line, as a spectrograph does");
    std::vector<std::string> lines = tool.lines();
    std::ranges::copy(tool.origin_lines(), std::back_inserter(lines));
    if (lines.empty()) widgets.line("what to do", summary_of(tool.kind()), details);
    for (const std::string& line : lines) write_wrapped(line);
    constexpr double kpc = kpc_per_length;
    double width = kpc * tool.slit_width;
    if (tool.kind() == MeasureKind::slit &&
        widgets.slider("Slit width", width, {0.01, 100, 2, "%.3g kpc", Widgets::Scale::logarithmic},
                       "Width of the slit in the plane of the camera's target"))
        tool.slit_width = width / kpc;
    if (tool.region() && tool.region()->slit) draw_slit(widgets, *tool.region()->slit);
    if (tool.kind() != MeasureKind::angle && tool.kind() != MeasureKind::lasso)
        widgets.slider("Distance", tool.megaparsecs, {0.01, 1000, 10, "%.3g Mpc", Widgets::Scale::logarithmic},
                       "Assumed distance of the galaxies, from which arcseconds are computed. The Whirlpool is at 8.6 "
                       "Mpc, the Antennae are at 22 Mpc");
    if (!lines.empty() && widgets.button("Copy", "Copies the values to the clipboard"))
        ImGui::SetClipboardText(join(lines, {}, "\n").c_str());
    return region_buttons(widgets, tool);
}

void draw_measurement(const OverlayPainter& painter, const MeasureTool& tool, const Area& free) {
    constexpr glm::vec4 kept_color{0.45f, 1, 0.75f, 0.9f};
    for (const glm::vec3& kept : tool.kept.places())
        if (const auto place = painter.place_of(kept)) painter.circle(*place, 2.5f, kept_color, 1.2f);
    const std::vector<glm::vec3>& points = tool.points();
    const bool is_lasso = tool.kind() == MeasureKind::lasso;
    if (is_lasso && tool.is_complete()) painter.world_line(points.back(), points.front(), measure_color, 1.5f);
    for (const glm::vec3& point : points)
        if (const auto place = painter.place_of(point); place && !is_lasso)
            painter.circle(*place, 3, measure_color, 1.5f);
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        painter.world_line(points[i], points[i + 1], measure_color, 1.5f);
    if (const std::vector<std::string> lines = tool.lines(); !lines.empty())
        if (const auto place = painter.place_of(points.back())) {
            const glm::vec2 beside = *place + glm::vec2{10, 6} * painter.scale();
            painter.text(glm::min(beside, free.most() - painter.size(lines.front())), lines.front(), measure_color);
        }
    if (tool.kind() == MeasureKind::slit) draw_band(painter, tool);
    if (tool.kind() != MeasureKind::aperture || points.size() < 2) return;
    const auto center = painter.place_of(points[0]), edge = painter.place_of(points[1]);
    if (center && edge) painter.circle(*center, glm::distance(*center, *edge) / painter.scale(), measure_color, 1.5f);
}

}  // namespace milkomeda
