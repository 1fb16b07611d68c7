// The section of the View panel that says what gives particles their colour.
#include <imgui.h>

#include "app/viewport/legend_drawing.hpp"
#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/setting_controls.hpp"

namespace milkomeda {

void color_section(Widgets& widgets, const PanelView& view, PanelActions&) {
    look_controls(widgets, view.look, LookSection::color);
    const Legend legend = legend_of(view.loaded);
    const glm::vec2 size = legend_size(legend);
    const auto place =
        widgets.canvas("legend", size.y, "what the colours mean; limits follow what is shown", size.x);
    draw_legend(*ImGui::GetWindowDrawList(), legend, {place[0], place[1]});
}

}  // namespace milkomeda
