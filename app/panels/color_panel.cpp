// The section of the View panel that says what gives particles their colour.
#include <imgui.h>

#include "app/overlay/legend.hpp"
#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"

namespace milkomeda {
namespace {

const Look defaults;

// In percent.
void share(Widgets& widgets, const char* label, float& value, float initial, const char* tooltip) {
    double percent = 100 * static_cast<double>(value);
    if (widgets.slider(label, percent, 0, 100 * static_cast<double>(largest_star_share),
                       100 * static_cast<double>(initial), "%.2f %%", Widgets::Scale::linear, tooltip))
        value = static_cast<float>(percent / 100);
}

}  // namespace

void color_section(Widgets& widgets, const PanelView& view, PanelActions&) {
    Look& look = view.look;
    const LoadedScene& loaded = view.loaded;
    widgets.choice("color by", look.color_by, names<ColorBy>, defaults.color_by,
                   "what gives each particle its colour; its brightness stays ( b )");
    if (is_number(look.color_by) && look.color_by != ColorBy::temperature)
        widgets.choice(
            "color map", look.color_map, names<ColorMap>, defaults.color_map,
            "even steps for every eye; colours of one brightness, as brightness means density ( v )");
    if (look.color_by == ColorBy::component || look.color_by == ColorBy::temperature)
        share(widgets, "young stars", look.stars.young_share, defaults.stars.young_share,
              "the share of disk particles that are bright, blue and young");
    if (look.color_by == ColorBy::component)
        share(widgets, "H II regions", look.stars.hii_share, defaults.stars.hii_share,
              "the share of disk particles that are glowing nebulae");
    widgets.slider("halo light", look.stars.halo_light, 0, largest_halo_light, defaults.stars.halo_light,
                   "%.2f x", Widgets::Scale::linear,
                   "of halos that are shown, relative to the little they are given");
    const Legend legend = legend_of(loaded);
    const glm::vec2 size = legend_size(legend);
    const auto place = widgets.canvas("legend", size.y, "what the colours mean; limits follow what is shown");
    draw_legend(*ImGui::GetWindowDrawList(), legend, {place[0], place[1]});
}

}  // namespace milkomeda
