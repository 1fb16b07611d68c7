// The section of the View panel with the limits of the density color map and the contour lines.
#include <algorithm>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/setting_controls.hpp"

namespace milkomeda {

void density_section(Widgets& widgets, const ViewPanelContents& contents, PanelActions& actions) {
    if (!widgets.section("Density", "Surface density: limits of its colors, and contours")) return;
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
    actions.fit_density = widgets.button("Fit limits", "Fits the limits to the picture and keeps them ( l )");
    look_controls(widgets, contents.look, LookSection::contours);
}

}  // namespace milkomeda
