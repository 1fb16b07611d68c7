#include "app/guide/help_overlay.hpp"

#include <imgui.h>

#include <algorithm>

namespace milkomeda {

void help_overlay(std::span<const Control> controls) {
    constexpr float lines_wide = 38, least_scale = 0.5f;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float lines_high = static_cast<float>(controls.size()) + 3;  // the last one may need two
    const float full_line = ImGui::GetTextLineHeight();
    const bool tight = screen.x < 44 * full_line || screen.y < 1.4f * lines_high * full_line;
    // All lines are shown, in smaller letters where that is needed.
    const float scale =
        std::clamp(std::min(screen.x / (lines_wide * full_line), screen.y / (lines_high * full_line)),
                   least_scale, 1.0f);
    const float line = scale * full_line;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.6f * line, tight ? 0 : 0.3f * line});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.6f * line, tight ? 0 : 0.6f * line});
    ImGui::SetNextWindowPos({0.5f * screen.x, 0.5f * screen.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::Begin("Help", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings);
    ImGui::SetWindowFontScale(scale);
    ImGui::PushTextWrapPos(screen.x - 2 * line);
    for (const Control& control : controls) {
        ImGui::TextUnformatted(control.keys.c_str());
        ImGui::SameLine((tight ? 10 : 12) * line);
        ImGui::TextUnformatted(control.meaning.c_str());
    }
    if (!tight) ImGui::Separator();
    ImGui::TextUnformatted("Right click puts a control back to its default; Ctrl+click types a value.");
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleVar(2);
}

}  // namespace milkomeda
