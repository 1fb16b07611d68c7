// The panel that appears when the compute device fails: shows the reason, and offers devices to continue on.
#include <imgui.h>

#include <algorithm>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/viewport/overlay_painter.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

void lost_device_panel(Widgets& widgets, const LostDeviceContents& contents, PanelActions& actions, const Area& free) {
    if (!contents.lost_device) return;
    const LostDevice& lost = *contents.lost_device;
    const float widest = 32 * ImGui::GetTextLineHeight();
    const glm::vec2 middle = free.least + 0.5f * free.size;
    ImGui::SetNextWindowPos({middle.x, middle.y}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({std::min(widest, free.size.x), 0});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {free.size.x, free.size.y});
    ImGui::Begin(lost_device_title, nullptr,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoSavedSettings);
    widgets.begin_panel(lost_device_title);
    ImGui::TextWrapped("%s", lost.reason.c_str());
    const double time = contents.loaded.particle_source().transport().time();
    ImGui::TextWrapped("The picture shows t = %.2f (%s), the last complete state. The run continues from there.", time,
                       format_time(time).c_str());
    if (widgets.button("Reopen", "Opens the failed device again")) actions.open_device = "";
    for (const Device& device : lost.choices) {
        const std::string index = std::to_string(device.index);
        if (widgets.button(("Continue with " + index + ": " + device.name).c_str(), device.platform.c_str()))
            actions.open_device = index;
    }
    widgets.end_panel();
    ImGui::End();
}

}  // namespace milkomeda
