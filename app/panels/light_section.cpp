// The section of the View panel about exposure and tone mapping.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/setting_controls.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

void light_section(Widgets& widgets, const PanelView& view, PanelActions&) {
    Look& look = view.look;
    const HdrPipeline& hdr = view.loaded.hdr();
    bool locked = !look.tone_mapping.automatic_exposure;
    if (widgets.checkbox("Lock exposure", locked, false,
                         "Keeps the current exposure. Off: the exposure follows the picture ( x )"))
        lock_exposure(look.tone_mapping, hdr, locked);
    look_controls(widgets, look, LookSection::exposure);
    if (hdr.key_luminance() > 0)
        ImGui::TextWrapped("Shown as middle gray: %.1f mag/arcsec²", v_magnitudes(hdr.key_luminance()));
    look_controls(widgets, look, LookSection::tone);
}

}  // namespace milkomeda
