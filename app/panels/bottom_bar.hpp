// A fixed ImGui window across the lower edge of the screen, for the transport bar and the status line.
// Widgets drawn during the lifetime of a BottomBar object appear in the bar.
#pragma once

#include <imgui.h>

namespace milkomeda {

class BottomBar {
  public:
    static float margin() { return 0.5f * ImGui::GetTextLineHeight(); }  // margin at the left and right end

    // `height` and `padding` are in screen coordinates; `below` is the height of the bars beneath this bar.
    BottomBar(const char* name, float height, float below, float padding) {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {margin(), padding});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
        ImGui::SetNextWindowPos({0, screen.y - below - height});
        ImGui::SetNextWindowSize({screen.x, height});
        ImGui::Begin(name, nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus |
                         ImGuiWindowFlags_NoNav);
    }
    BottomBar(const BottomBar&) = delete;
    BottomBar& operator=(const BottomBar&) = delete;
    ~BottomBar() {
        ImGui::End();
        ImGui::PopStyleVar(4);
    }
};

}  // namespace milkomeda
