#include "app/panels/light_panel.hpp"

#include <imgui.h>

#include "app/panels/setting_controls.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

void light_panel(Widgets& widgets, Look& look, const HdrPipeline& hdr) {
    bool locked = !look.tone_mapping.automatic_exposure;
    if (widgets.checkbox("lock exposure", locked, false, "keep the exposure as it is ( x )"))
        lock_exposure(look.tone_mapping, hdr, locked);
    look_controls(widgets, look, LookSection::exposure);
    if (hdr.middle() > 0) ImGui::Text("clearly seen: %.1f mag/arcsec^2", v_magnitudes(hdr.middle()));
    look_controls(widgets, look, LookSection::tone);
}

void lock_exposure(ToneMapping& light, const HdrPipeline& hdr, bool locked) {
    light.automatic_exposure = !locked;
    if (locked && hdr.middle() > 0) light.middle = hdr.middle();
}

}  // namespace milkomeda
