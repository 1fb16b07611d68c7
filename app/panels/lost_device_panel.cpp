// The panel that appears when the compute device fails: shows the reason, and offers devices to continue on.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/panels/panel.hpp"
#include "app/viewport/overlay_painter.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

void lost_device_panel(Widgets& widgets, const LostDevice& lost, double time, const Area& free, PanelActions& actions) {
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
    ImGui::TextWrapped("The picture shows %s (%s), the last complete state. The run continues from this state.",
                       format_model_time(time).c_str(), format_time(time).c_str());
    if (widgets.button("Reopen device###Reopen", "Opens the failed device again, and continues the run on this device"))
        actions.open_device = "";
    for (const Device& device : lost.choices)
        if (widgets.button(fmt::format("Continue on device {}: {}", device.index, device.name).c_str(),
                           fmt::format("Continues the run on this device, which belongs to the OpenCL platform {}",
                                       device.platform)
                               .c_str()))
            actions.open_device = std::to_string(device.index);
    widgets.end_panel();
    ImGui::End();
}

}  // namespace milkomeda
