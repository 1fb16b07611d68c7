#include "app/panels/color_panel.hpp"

#include <imgui.h>

#include "app/overlay/legend.hpp"
#include "app/panels/setting_controls.hpp"

namespace milkomeda {

void color_panel(Widgets& widgets, Look& look, const LoadedScene& loaded) {
    look_controls(widgets, look, LookSection::color);
    const Legend legend = legend_of(loaded);
    const glm::vec2 size = legend_size(legend);
    const auto place = widgets.canvas("legend", size.y, "what the colours mean; limits follow what is shown");
    draw_legend(*ImGui::GetWindowDrawList(), legend, {place[0], place[1]});
}

}  // namespace milkomeda
