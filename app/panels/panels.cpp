#include "app/panels/panels.hpp"

#include <imgui.h>

#include <algorithm>

#include "app/guide/help_overlay.hpp"
#include "app/output/notices.hpp"
#include "app/play/play_panel.hpp"
#include "app/scene/loaded_scene.hpp"

namespace milkomeda {
namespace {

// Above the bar at the window's lower edge, and the scale at the picture's.
void show_lines(const std::vector<std::string>& lines, float below) {
    if (lines.empty()) return;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0.5f * screen.x, screen.y - below - 3 * ImGui::GetTextLineHeight()},
                            ImGuiCond_Always, {0.5f, 1});
    ImGui::Begin("##notices", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PushTextWrapPos(screen.x - 2 * ImGui::GetTextLineHeight());
    for (const std::string& line : lines) ImGui::TextUnformatted(line.c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
}

}  // namespace

PanelActions Panels::draw(const PanelView& view) {
    PanelActions actions;
    const auto panel = [&](const char* name, const PanelLayout::Corner& corner, const auto& contents) {
        layout_.begin(name, corner);
        widgets_.begin_panel(name);
        contents();
        layout_.end();
    };
    widgets_.begin_frame();
    layout_.begin_frame(above(), below());
    if (shown) {
        actions.control = menus_.draw(widgets_, view.controls);
        if (view.loaded.motion().recorded())
            panel("Playback", {false, 0}, [&] { playback_panel(widgets_, view, actions); });
        else
            panel("Simulation", {false, 0}, [&] { simulation_panel(widgets_, view, actions); });
        panel("View", {true, 0}, [&] { view_.draw(widgets_, view, actions); });
        panel("Scene", {true, 0.55f}, [&] { scene_.draw(widgets_, view, actions); });
        panel("Device", {false, 0.68f}, [&] { device_panel(widgets_, view, actions); });
        status_.draw(widgets_, run_facts(view));
    }
    lost_device_panel(widgets_, view, actions, free_area());
    play_panel(widgets_, view.tools, view.most_bodies, free_area());
    if (help) help_overlay(widgets_, view.controls, above(), below(), help);
    show_lines(view.notices.lines(), below());
    return actions;
}

Area Panels::free_area() const {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    float left = 0, right = screen.x, top = above();
    const float bottom = screen.y - below();
    if (!shown) return {{0, 0}, {screen.x, screen.y}};
    // Bars lie around that area, and others in it.
    constexpr std::array<std::string_view, 5> besides{"Menu", "Status", "Help", lost_device_title,
                                                      play_title};
    for (const auto& [name, place] : widgets_.places()) {
        if (name.find('/') != name.npos) continue;  // a control in a panel
        if (std::ranges::find(besides, name) != besides.end()) continue;
        const auto& [x, y, width, height] = place;
        if (y + height < 0.5f * screen.y) top = std::max(top, y + height);
        if (x + 0.5f * width < 0.5f * screen.x)
            left = std::max(left, x + width);
        else
            right = std::min(right, x);
    }
    // Side by side they leave nothing between them, but below those at the top.
    constexpr float least_share = 0.25f;
    if (right - left < least_share * screen.x) return {{0, top}, {screen.x, bottom - top}};
    return {{left, above()}, {right - left, bottom - above()}};
}

}  // namespace milkomeda
