// The section of the View panel that turns collected light into a picture.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

const ToneMapping defaults;

void slide(Widgets& widgets, const char* label, float& value, double least, double most, float initial,
           const char* format, const char* tooltip) {
    widgets.slider(label, value, least, most, initial, format, Widgets::Scale::linear, tooltip);
}

void exposure(Widgets& widgets, ToneMapping& light, const HdrPipeline& hdr) {
    bool locked = !light.automatic_exposure;
    if (widgets.checkbox("lock exposure", locked, false, "keep the exposure as it is ( x )"))
        lock_exposure(light, hdr, locked);
    slide(widgets, "exposure", light.exposure_stops, -8, 8, defaults.exposure_stops, "%+.2f stops",
          "brighter or darker than the meter would have it, or than what is locked");
    if (hdr.middle() > 0) ImGui::Text("clearly seen: %.1f mag/arcsec^2", v_magnitudes(hdr.middle()));
}

}  // namespace

void light_section(Widgets& widgets, const PanelView& view, PanelActions&) {
    ToneMapping& light = view.look.tone_mapping;
    const HdrPipeline& hdr = view.loaded.hdr();
    exposure(widgets, light, hdr);
    widgets.choice("tone curve", light.curve, names<ToneCurve>, defaults.curve,
                   "asinh keeps faint tails, bright nuclei and colours; aces and exponential turn white");
    if (light.curve == ToneCurve::asinh) {
        slide(widgets, "range", light.range_stops, 1, 14, defaults.range_stops, "%.1f stops",
              "from what is clearly seen to white, at least");
        slide(widgets, "faint light", light.faint_gain, 0.1, 50, defaults.faint_gain, "%.1f x",
              "how much more the faintest light counts than the brightest");
    }
    slide(widgets, "bloom", light.bloom, 0, 1, defaults.bloom, "%.2f", "the share of all light that spreads");
    slide(widgets, "wide bloom", light.bloom_width, 0, 1, defaults.bloom_width, "%.2f",
          "the share of that which spreads over a tenth of the picture");
    slide(widgets, "streaks", light.streaks, 0, 1, defaults.streaks, "%.2f",
          "the share of the brightest stars' light that goes into spikes");
    slide(widgets, "saturation", light.saturation, 0, 2, defaults.saturation, "%.2f", "of all colours");
    widgets.checkbox("infrared", light.infrared, defaults.infrared,
                     "old stars count as much as young ones, in the colours of the colour map");
}

}  // namespace milkomeda
