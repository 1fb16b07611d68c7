#include "app/ui/plot.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/ui/plot_drawing.hpp"

namespace milkomeda {
namespace {

constexpr double wheel_factor = 0.8;  // factor of the shown range for each notch of the wheel
constexpr float least_drag = 4;       // screen coordinates; a shorter motion is a click

// Keeps the wheel from also scrolling the panel.
void keep_wheel() {
#if IMGUI_VERSION_NUM < 18920
    ImGui::SetItemUsingMouseWheel();
#else
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
#endif
}

void zoom_by_wheel(const PlotFrame& frame, PlotZoom& zoom) {
    const ImGuiIO& io = ImGui::GetIO();
    const double factor = std::pow(wheel_factor, double{io.MouseWheel});
    if (io.KeyShift)
        zoom.y = frame.y.zoomed(io.MousePos.y, factor);
    else
        zoom.x = frame.x.zoomed(io.MousePos.x, factor);
}

// Resets the zoom when the user has zoomed out to the whole range. Without a zoom, the axes follow new data.
void reset_if_zoomed_out(const Plot& plot, const std::array<float, 4>& place, PlotZoom& zoom) {
    if (!zoom.x || zoom.corner) return;
    const Range all = frame_of(plot, place, {}).x.range();
    if (zoom.x->least <= all.least && zoom.x->most >= all.most) zoom = {};
}

void move_plot(const PlotFrame& frame, PlotZoom& zoom) {
    const ImVec2 by = ImGui::GetIO().MouseDelta;
    if (by.x != 0) zoom.x = frame.x.moved(by.x);
    if (by.y != 0 && zoom.y) zoom.y = frame.y.moved(by.y);
}

void select_part(const PlotFrame& frame, PlotZoom& zoom) {
    const ImVec2 to = ImGui::GetIO().MousePos;
    const ImVec2 from{(*zoom.corner)[0], (*zoom.corner)[1]};
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Right)) {
        if (std::abs(to.x - from.x) >= least_drag && std::abs(to.y - from.y) >= least_drag)
            zoom = {frame.x.between(from.x, to.x), frame.y.between(from.y, to.y), {}};
        zoom.corner.reset();
        return;
    }
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, to, ImGui::GetColorU32(ImGuiCol_PlotLines, 0.15f));
    list.AddRect(from, to, ImGui::GetColorU32(ImGuiCol_PlotLines));
}

void take_mouse(const Plot& plot, const std::array<float, 4>& place, const PlotFrame& frame, PlotZoom& zoom) {
    if (ImGui::IsItemHovered()) {
        // outside the axes, the wheel scrolls the panel
        const bool inside = frame.contains(ImGui::GetIO().MousePos);
        if (inside) keep_wheel();
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) zoom = {};
        if (inside && ImGui::GetIO().MouseWheel != 0) {
            zoom_by_wheel(frame, zoom);
            reset_if_zoomed_out(plot, place, zoom);
        }
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Right))
            zoom.corner = {ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y};
    }
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, least_drag)) move_plot(frame, zoom);
    if (zoom.corner) select_part(frame, zoom);
}

void write_value(ImU32 color, const std::string& name, const std::string& value) {
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::Text("%s%s%s", name.c_str(), name.empty() ? "" : "  ", value.c_str());
    ImGui::PopStyleColor();
}

// Draws a vertical line at the pointer, and a tooltip with the values of all curves and columns at the pointer's x,
// and of large points near the pointer.
void read_out(const Plot& plot, const PlotFrame& frame, const PlotStyle& style) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsItemHovered() || !frame.contains(mouse)) return;
    const double x = frame.x.value(mouse.x);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({mouse.x, frame.least.y}, {mouse.x, frame.most.y}, style.text);
    ImGui::BeginTooltip();
    if (plot.columns.empty()) ImGui::Text("%s  %s", plot.x.label.c_str(), tick_text(x).c_str());
    for (const PlotCurve& curve : plot.curves) {
        const double y = value_at(curve, x);
        if (!std::isfinite(y)) continue;
        const std::string run = curve.pale ? (curve.name.empty() ? "" : ", ") + plot.pale_name : "";
        write_value(style.color_of(curve), curve.name + run, tick_text(y));
        if (frame.y.shows(y)) list.AddCircleFilled({mouse.x, frame.y.pixel(y)}, 2 * style.line, style.color_of(curve));
    }
    for (const PlotColumns& columns : plot.columns) {
        const auto after = std::ranges::upper_bound(columns.edges, x);
        if (after == columns.edges.begin() || after == columns.edges.end()) continue;
        const auto i = static_cast<std::size_t>(after - columns.edges.begin()) - 1;
        ImGui::Text("%s  %s to %s", plot.x.label.c_str(), tick_text(columns.edges[i]).c_str(),
                    tick_text(columns.edges[i + 1]).c_str());
        for (const PlotColumns::Part& part : columns.parts)
            write_value(style.colors[part.color % style.colors.size()], part.name, tick_text(part.heights[i]));
    }
    constexpr float near = 5, near_point = 10;
    for (const PlotPoints& points : plot.points)
        for (std::size_t i = 0; points.large && i < points.x.size(); ++i)
            if (std::hypot(frame.x.pixel(points.x[i]) - mouse.x, frame.y.pixel(points.y[i]) - mouse.y) <= near_point)
                write_value(style.colors[points.color % style.colors.size()], points.name,
                            tick_text(points.x[i]) + ", " + tick_text(points.y[i]));
    for (const PlotMarker& marker : plot.markers)
        if (std::abs(frame.x.pixel(marker.at) - mouse.x) <= near) ImGui::TextUnformatted(marker.text.c_str());
    ImGui::EndTooltip();
}

}  // namespace

void show_plot(const Plot& plot, const std::array<float, 4>& place, PlotZoom& zoom) {
    const PlotStyle style = panel_style();
    take_mouse(plot, place, frame_of(plot, place, zoom), zoom);
    const PlotFrame frame = draw_plot(*ImGui::GetWindowDrawList(), plot, place, style, zoom);
    if (!zoom.corner) read_out(plot, frame, style);
}

}  // namespace milkomeda
