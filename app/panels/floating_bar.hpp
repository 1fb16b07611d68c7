// A bar that floats over the picture, for the time bar and the recording note. Widgets drawn during the lifetime
// of a FloatingBar object appear in the bar.
#pragma once

#include <imgui.h>

#include "app/ui/area.hpp"
#include "app/ui/theme.hpp"

namespace milkomeda {

class FloatingBar {
  public:
    // `opacity`: opacity of the bar and its contents, 0 to 1.
    FloatingBar(const char* name, const Area& area, float opacity, ImGuiWindowFlags more = ImGuiWindowFlags_None) {
        ImGui::PushStyleVar(ImGuiStyleVar_Alpha, opacity);
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
        ImGui::SetNextWindowPos({area.least.x, area.least.y});
        ImGui::SetNextWindowSize({area.size.x, area.size.y});
        ImGui::SetNextWindowBgAlpha(bar_opacity * opacity);
        ImGui::Begin(name, nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                         ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoFocusOnAppearing |
                         ImGuiWindowFlags_NoNav | more);
    }
    FloatingBar(const FloatingBar&) = delete;
    FloatingBar& operator=(const FloatingBar&) = delete;
    ~FloatingBar() {
        ImGui::End();
        ImGui::PopStyleVar(4);
    }
};

}  // namespace milkomeda
