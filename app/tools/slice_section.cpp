#include "app/tools/slice_section.hpp"

#include <imgui.h>

#include <cstdio>

#include "data/base/units.hpp"

namespace milkomeda {

void slice_section(Widgets& widgets, PotentialSlice& slice, const Camera& camera) {
    if (!widgets.section("potential", "a slice through the potential of all bodies, live ( u )")) return;
    bool on = slice.is_on();
    if (widgets.checkbox(
            "slice", on, false,
            "colours say how deep the potential is, lines are of equal potential. In the picture the ring in "
            "the middle drags the plane along its arrow, and the arrow's tip turns it"))
        slice.toggle(camera);
    if (!slice.is_on()) return;
    PlaneChoice& plane = slice.choice.plane;
    const auto kpc = static_cast<float>(kpc_per_length);
    widgets.slider("tilt", plane.tilt, 0, 180, 0, "%.0f degrees", Widgets::Scale::linear,
                   "between the plane and z = 0, in which the galaxies of most scenes orbit");
    widgets.slider("turn##slice", plane.turn, -180, 180, 0, "%.0f degrees", Widgets::Scale::linear,
                   "of the tilted plane about z");
    float height = plane.height * kpc;
    if (widgets.slider("height", height, -200, 200, 0, "%.1f kpc", Widgets::Scale::linear,
                       "along its normal, from where it was put first"))
        plane.height = height / kpc;
    float edge = plane.edge * kpc;
    if (widgets.slider("edge", edge, 1, 2000, 160, "%.0f kpc", Widgets::Scale::logarithmic, "of the square"))
        plane.edge = edge / kpc;
    widgets.slider("opacity", slice.choice.opacity, 0.05, 1, 0.7, "%.2f", Widgets::Scale::linear,
                   "where the potential is deepest; it is less elsewhere");
    widgets.checkbox("lines", slice.choice.lines, true,
                     "of equal potential, with the potential in squares of 100 km/s");
    ImGui::SameLine(0.5f * ImGui::GetWindowWidth());
    widgets.checkbox("arrows", slice.choice.arrows, false, "where bodies are pulled to within the plane");
    if (widgets.button("to the camera's target",
                       "the plane goes through what the camera looks at, as large as the picture"))
        slice.put_before(camera);
    if (const auto& map = slice.newest()) {
        char text[96];
        const double unit = 1e-4 * km_s_per_velocity * km_s_per_velocity;
        std::snprintf(text, sizeof text, "%.3g to %.3g (100 km/s)²", map->least * unit, map->most * unit);
        widgets.line("depth", text, "the deepest and the shallowest potential of the slice");
    }
}

}  // namespace milkomeda
