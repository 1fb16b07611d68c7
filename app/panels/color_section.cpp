// The section of the View panel with the quantity and the color map that determine the colors of the bodies.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/viewport/legend.hpp"

namespace milkomeda {

void color_section(Widgets& widgets, const ViewPanelContents& contents) {
    look_controls(widgets, contents.look, LookSection::color);
    const Legend legend = legend_of(contents.loaded);
    const glm::vec2 size = legend_size(legend);
    const auto place =
        widgets.canvas("legend", size.y, "Meaning of the colors; the limits follow the shown bodies", size.x);
    draw_legend(*ImGui::GetWindowDrawList(), legend, {place[0], place[1]});
}

}  // namespace milkomeda
