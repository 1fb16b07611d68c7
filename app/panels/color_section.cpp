// The section of the View panel that chooses the quantity and the color map that color the bodies.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/viewport/legend_drawing.hpp"

namespace milkomeda {

void color_section(Widgets& widgets, const PanelView& view, PanelActions&) {
    look_controls(widgets, view.look, LookSection::color);
    const Legend legend = legend_of(view.loaded);
    const glm::vec2 size = legend_size(legend);
    const auto place =
        widgets.canvas("legend", size.y, "Meaning of the colors; the limits follow the shown bodies", size.x);
    draw_legend(*ImGui::GetWindowDrawList(), legend, {place[0], place[1]});
}

}  // namespace milkomeda
