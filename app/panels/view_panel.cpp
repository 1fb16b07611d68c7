// The View panel: draw mode, light, colors, camera, annotations, and visibility of galaxies and components.
#include <imgui.h>

#include <algorithm>

#include "app/panels/camera_section.hpp"
#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tools/tool_panels.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/viewport/camera_rig.hpp"
#include "app/viewport/legend.hpp"
#include "data/base/units.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {
namespace {

void light_section(Widgets& widgets, const ViewPanelContents& contents) {
    Look& look = contents.look;
    const HdrPipeline& hdr = contents.loaded.hdr();
    bool locked = !look.tone_mapping.automatic_exposure;
    if (widgets.checkbox("Lock exposure", locked, false,
                         "Keeps the current exposure. Off: the exposure adapts to the light in the picture ( x )"))
        lock_exposure(look.tone_mapping, hdr, locked);
    look_controls(widgets, look, LookSection::exposure);
    if (hdr.key_luminance() > 0)
        ImGui::TextWrapped("Surface brightness of middle gray: %.1f mag/arcsec²", v_magnitudes(hdr.key_luminance()));
    look_controls(widgets, look, LookSection::tone);
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
    if (!widgets.section("Density", "Surface densities at the ends of the color map, and contour lines")) return;
    DensityLook& density = contents.look.density;
    const DensityLimits seen = contents.loaded.hdr().density_limits();
    // While the limits are automatic, the sliders show the limits of the current picture.
    if (density.automatic_limits && seen.low > 0) {
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

}  // namespace

void view_panel(Widgets& widgets, CameraSection& camera, const ViewPanelContents& contents, PanelActions& actions) {
    Look& look = contents.look;
    // The entry "custom" is selected if the look differs from all presets.
    std::vector<std::string> presets{names<Preset>.begin(), names<Preset>.end()};
    presets.emplace_back("custom");
    const std::size_t own = names<Preset>.size();
    const std::optional<Preset> before = preset_of(look);
    std::size_t preset = before ? static_cast<std::size_t>(*before) : own;
    if (widgets.choice(
            "Preset", preset, presets, 0,
            "Sets draw mode, light and colors together ( p ): galaxies as a camera sees them, as the eye sees them at "
            "a telescope, in the infrared, as density of matter, or as points, as in the original program of 2008") &&
        preset != own)
        look = with_preset(look, static_cast<Preset>(preset));
    look_controls(widgets, look, LookSection::mode);
    look_controls(widgets, look, LookSection::particles);
    if (is_hdr(look.mode) && widgets.section("Light", "Exposure and tone mapping, which turn light into a picture"))
        light_section(widgets, contents);
    if (rendering_of(look.mode) == Rendering::photograph &&
        widgets.section("Color", "Quantity that determines the colors of the bodies, and its color map"))
        color_section(widgets, contents);
    camera.draw(widgets, contents, actions);
    density_section(widgets, contents, actions);
    annotations_section(widgets, contents.annotations);
    slice_section(widgets, contents.slice, contents.camera.shown());
    ImGui::Separator();
    components_section(widgets, contents.loaded);
}

}  // namespace milkomeda
