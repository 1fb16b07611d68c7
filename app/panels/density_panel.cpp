// The section of the View panel about surface density: the limits of its map, and contours.
#include <algorithm>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

void density_section(Widgets& widgets, const PanelView& view, PanelActions& actions) {
    using Scale = Widgets::Scale;
    if (!widgets.section("density", "surface density: the limits of its colours, and contours")) return;
    const DensityLook initial;
    DensityLook& look = view.look.density;
    widgets.checkbox("automatic limits", look.automatic_limits, initial.automatic_limits,
                     "so that a quarter of what is not empty lies below them and half a percent above");
    if (look.automatic_limits && view.loaded.hdr().density_limits().low > 0) {
        // The sliders begin at the limits that are seen now.
        look.low = view.loaded.hdr().density_limits().low;
        look.high = view.loaded.hdr().density_limits().high;
    }
    constexpr double least = 1e-4, most = 1e6, narrowest = 1.01;  // solar masses per square parsec
    const auto limit = [&](const char* label, float& value, float first, const char* tooltip) {
        double density = value * solar_masses_per_pc2;
        if (!widgets.slider(label, density, least, most, first * solar_masses_per_pc2, "%.3g Msun/pc2",
                            Scale::logarithmic, tooltip))
            return;
        look.automatic_limits = false;
        value = static_cast<float>(density / solar_masses_per_pc2);
    };
    limit("lower limit", look.low, initial.low, "what is less dense is black");
    look.high = std::max(look.high, look.low * static_cast<float>(narrowest));
    limit("upper limit", look.high, initial.high, "what is denser has the brightest colour");
    look.low = std::min(look.low, look.high / static_cast<float>(narrowest));
    actions.fit_density = widgets.button("fit limits", "to the picture, and hold them ( l )");
    widgets.slider("contour step", look.contour_step, 0.1, 2, initial.contour_step, "%.2f dex", Scale::linear,
                   "between two contours, as a power of ten: 0.5 makes two for each factor of ten");
}

}  // namespace milkomeda
