#include <imgui.h>

#include "app/panels/overlays.hpp"

namespace milkomeda {

void framing_button(Widgets& widgets, CameraRig& camera, const LoadedScene& loaded, const Area& free) {
    if (!camera.can_frame()) return;
    constexpr const char* label = "Frame galaxies";
    const ImGuiStyle& style = ImGui::GetStyle();
    const float margin = style.WindowPadding.x;
    const float width = ImGui::CalcTextSize(label).x + 2 * (style.FramePadding.x + style.WindowPadding.x);
    ImGui::SetNextWindowPos({free.most().x - margin, free.most().y - margin}, ImGuiCond_Always, {1, 1});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowBgAlpha(0);
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                       ImGuiWindowFlags_NoBringToFrontOnFocus;
    ImGui::Begin("##framing", nullptr, flags);
    widgets.begin_panel("Picture");
    if (widgets.button(label,
                       "Moves the camera so that all galaxies are in view, and keeps them in view until you move the "
                       "camera ( f )"))
        camera.frame_all(loaded);
    ImGui::End();
}

}  // namespace milkomeda
