#include "app/ui/panel_window.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include "app/ui/theme.hpp"

namespace milkomeda {
namespace {

constexpr std::array rail_names{"Left", "Right"};

ImVec2 imgui(glm::vec2 v) { return {v.x, v.y}; }

}  // namespace

std::optional<Panel> draw_rail(const Workspace& workspace, Side side, std::span<const RailIcon> icons, Widgets& widgets,
                               bool takes_keys) {
    std::optional<Panel> clicked;
    const Area area = workspace.rail(side);
    const char* const name = rail_names[static_cast<std::size_t>(side)];
    const float padding = 0.5f * (area.size.x - workspace.icon_edge());
    ImGui::SetNextWindowPos(imgui(area.least));
    ImGui::SetNextWindowSize(imgui(area.size));
    ImGui::SetNextWindowBgAlpha(bar_opacity);
    if (takes_keys) ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {padding, padding});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBringToFrontOnFocus);
    widgets.begin_panel(name);
    for (const RailIcon& icon : icons)
        if (widgets.icon_button(icon.text.name, icon.text.icon, workspace.icon_edge(), icon.on, icon.text.tooltip))
            clicked = icon.panel;
    ImGui::End();
    ImGui::PopStyleVar(4);
    return clicked;
}

DrawnPanel draw_panel_window(const PanelWindow& window, Widgets& widgets, const std::function<void()>& contents) {
    DrawnPanel drawn{true, {}};
    const ImVec2 size = imgui(window.area.size);
    ImGui::SetNextWindowPos(imgui(window.area.least));
    ImGui::SetNextWindowSize({size.x, 0});
    ImGui::SetNextWindowSizeConstraints({size.x, 0}, size);
    if (window.takes_keys) ImGui::SetNextWindowFocus();
    ImGui::Begin((std::string{window.title} + "###panel " + window.name).c_str(), &drawn.stays,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    widgets.begin_panel(window.name);
    ImGui::PushItemWidth(0.55f * ImGui::GetWindowWidth());
    contents();
    ImGui::PopItemWidth();
    widgets.end_panel();
    // The opaque area excludes the rows with the round corners, because the picture is visible beside the corners.
    const float rounding = ImGui::GetStyle().WindowRounding;
    const ImVec2 least = ImGui::GetWindowPos(), extent = ImGui::GetWindowSize();
    if (!ImGui::GetCurrentWindow()->Hidden && extent.y > 2 * rounding)
        drawn.opaque = Area{{least.x, least.y + rounding}, {extent.x, extent.y - 2 * rounding}};
    ImGui::End();
    return drawn;
}

}  // namespace milkomeda
