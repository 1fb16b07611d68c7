#include "app/panels/color_panel.hpp"

#include <imgui.h>

#include "app/overlay/legend_drawing.hpp"

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

void color_panel(Widgets& widgets, Look& look, const LoadedScene& loaded) {
    widgets.choice("color by", look.color_by, names<ColorBy>, defaults.color_by,
                   "what gives each particle its colour; its brightness stays ( b )");
    if (uses_color_map(look.color_by))
        widgets.choice(
            "color map", look.color_map, names<ColorMap>, defaults.color_map,
            "even steps for every eye; colours of one brightness, as brightness means density ( v )");
    if (row_of(look.color_by).shows_young_stars)
        share(widgets, "young stars", look.stars.young_share, defaults.stars.young_share,
              "the share of disk particles that are bright, blue and young");
    if (row_of(look.color_by).shows_hii_regions)
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
