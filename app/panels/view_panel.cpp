#include "app/panels/view_panel.hpp"

#include <imgui.h>

#include "app/scene/loaded_scene.hpp"
#include "app/tools/slice_section.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/viewport/camera_rig.hpp"
#include "render/look/presets.hpp"

namespace milkomeda {

void ViewPanel::draw(Widgets& widgets, const ViewPanelContents& contents, PanelActions& actions) {
    Look& look = contents.look;
    // The entry "custom" is selected if the look differs from all presets.
    std::vector<std::string> presets{names<Preset>.begin(), names<Preset>.end()};
    presets.emplace_back("custom");
    const std::size_t own = names<Preset>.size();
    const std::optional<Preset> before = preset_of(look);
    std::size_t preset = before ? static_cast<std::size_t>(*before) : own;
    if (widgets.choice("Preset", preset, presets, 0,
                       "Draw mode, light and colors together ( p ): as a camera sees the galaxies, as the eye at a "
                       "telescope, in the infrared, as density of matter, or as points like the program of 2008") &&
        preset != own)
        look = with_preset(look, static_cast<Preset>(preset));
    look_controls(widgets, look, LookSection::mode);
    look_controls(widgets, look, LookSection::particles);
    if (is_hdr(look.mode) && widgets.section("Light", "How collected light becomes a picture"))
        light_section(widgets, contents);
    if (rendering_of(look.mode) == Rendering::photograph &&
        widgets.section("Color", "Quantity that colors the bodies, and its color map"))
        color_section(widgets, contents);
    camera_.draw(widgets, contents, actions);
    density_section(widgets, contents, actions);
    annotations_section(widgets, contents.annotations);
    slice_section(widgets, contents.slice, contents.camera.shown());
    ImGui::Separator();
    components_section(widgets, contents.loaded);
}

}  // namespace milkomeda
