// The Look drawer: presets, exposure, draw mode, light, colors, and visibility of galaxies and components.
#include <imgui.h>

#include <algorithm>

#include "app/panels/components_section.hpp"
#include "app/panels/panel.hpp"
#include "app/panels/preset_list.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/viewport/legend.hpp"
#include "data/base/units.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

void exposure_controls(Widgets& widgets, const ViewPanelContents& contents) {
    Look& look = contents.look;
    const HdrPipeline& hdr = contents.loaded.hdr();
    look_controls(widgets, look, LookSection::exposure);
    bool locked = !look.tone_mapping.automatic_exposure;
    if (widgets.checkbox("Lock exposure", locked, false,
                         "Keeps the current exposure. Off: the exposure adapts to the light in the picture ( x )"))
        lock_exposure(look.tone_mapping, hdr, locked);
}

void light_section(Widgets& widgets, const ViewPanelContents& contents) {
    const HdrPipeline& hdr = contents.loaded.hdr();
    if (hdr.key_luminance() > 0)
        ImGui::TextWrapped("Surface brightness of middle gray: %.1f mag/arcsec²", v_magnitudes(hdr.key_luminance()));
    look_controls(widgets, contents.look, LookSection::tone);
}

void color_section(Widgets& widgets, const ViewPanelContents& contents) {
    look_controls(widgets, contents.look, LookSection::color);
    const Legend legend = legend_of(contents.loaded);
    const glm::vec2 size = legend_size(legend);
    const auto place =
        widgets.canvas("legend", size.y, "Legend of the colors; the limits adapt to the visible bodies", size.x);
    draw_legend(*ImGui::GetWindowDrawList(), legend, {place[0], place[1]});
}

void density_section(Widgets& widgets, const ViewPanelContents& contents, PanelActions& actions) {
    if (!widgets.section("Density",
                         "Quantity of the map in the draw mode density, limits of its colors, and contour lines"))
        return;
    DensityLook& density = contents.look.density;
    const DensityLimits seen = contents.loaded.hdr().density_limits();
    // While the limits are automatic, the sliders show the limits of the current picture.
    if (density.automatic_limits && has_density_limits(contents.look) && seen.low > 0) {
        density.low = seen.low;
        density.high = seen.high;
    }
    constexpr float narrowest = 1.01f;
    const std::string_view changed = look_controls(widgets, contents.look, LookSection::density_limits);
    if (changed == "low" || changed == "high") density.automatic_limits = false;
    if (changed != "high") density.high = std::max(density.high, density.low * narrowest);
    density.low = std::min(density.low, density.high / narrowest);
    actions.fit_density = widgets.button(
        "Fit limits", "Fits the limits to the densities in the picture once, and then keeps the limits fixed ( l )");
    look_controls(widgets, contents.look, LookSection::contours);
}

// Draws the list of draw modes. Omits the mode "discs" if the bodies have no sizes, unless "discs" is the current mode.
void mode_control(Widgets& widgets, Look& look, bool have_sizes) {
    if (have_sizes || look.mode == DrawMode::discs) {
        look_controls(widgets, look, LookSection::mode);
        return;
    }
    static_assert(names<DrawMode>.back() == "discs");
    const std::vector<std::string> modes{names<DrawMode>.begin(), names<DrawMode>.end() - 1};
    const Setting& setting = std::ranges::find(look_table(), LookSection::mode, &LookControl::section)->setting;
    auto index = static_cast<std::size_t>(look.mode);
    if (widgets.choice(setting.label, index, modes, static_cast<std::size_t>(Look{}.mode), setting.tooltip))
        look.mode = static_cast<DrawMode>(index);
}

}  // namespace

void look_panel(Widgets& widgets, PresetList& presets, ComponentsSection& components, const ViewPanelContents& contents,
                PanelActions& actions) {
    Look& look = contents.look;
    if (const auto preset = presets.draw(widgets, preset_of(look))) look = with_preset(look, *preset);
    if (is_hdr(look.mode)) exposure_controls(widgets, contents);
    widgets.heading("Bodies");
    mode_control(widgets, look, contents.loaded.initial().mixed.has_value());
    look_controls(widgets, look, LookSection::particles);
    if (is_hdr(look.mode) && widgets.section("Light", "Tone mapping, which turns light into a picture"))
        light_section(widgets, contents);
    if (rendering_of(look.mode) == Rendering::photograph &&
        widgets.section("Color", "Quantity that determines the colors of the bodies, and its color map"))
        color_section(widgets, contents);
    density_section(widgets, contents, actions);
    widgets.heading("Visible components");
    components.draw(widgets, contents.loaded);
}

}  // namespace milkomeda
