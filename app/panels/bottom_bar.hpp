// A fixed ImGui window at the lower edge of the screen, for the transport bar, the status line and the recording
// note. Widgets drawn during the lifetime of a BottomBar object appear in the bar.
#pragma once

#include <imgui.h>

namespace milkomeda {

class BottomBar {
  public:
    static float margin() { return 0.5f * ImGui::GetTextLineHeight(); }  // margin at the left and right end

    // `size`: width and height of the bar. `below`: height of the bars beneath this bar. `padding`: free space at the
    // inner edges. All lengths are in screen coordinates. The bar ends at the right edge of the screen.
    BottomBar(const char* name, ImVec2 size, float below, float padding,
              ImGuiWindowFlags more = ImGuiWindowFlags_NoBringToFrontOnFocus) {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {margin(), padding});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
        ImGui::SetNextWindowPos({screen.x - size.x, screen.y - below - size.y});
        ImGui::SetNextWindowSize(size);
        ImGui::Begin(name, nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav | more);
    }
    BottomBar(const BottomBar&) = delete;
    BottomBar& operator=(const BottomBar&) = delete;
    ~BottomBar() {
        ImGui::End();
        ImGui::PopStyleVar(4);
    }
};

}  // namespace milkomeda
