#include "app/tools/slice_section.hpp"

#include <imgui.h>

#include <cstdio>

#include "data/base/units.hpp"

namespace milkomeda {

void slice_section(Widgets& widgets, PotentialSlice& slice, const Camera& camera) {
    if (!widgets.section("Potential", "Slice through the gravitational potential of all bodies, updated live ( u )"))
        return;
    bool on = slice.is_on();
    if (widgets.checkbox("Slice", on, false,
                         "Shows the slice: colors for the depth of the potential, lines of equal potential. In the "
                         "picture, "
                         "drag the ring in the middle to move the plane, and the tip of the arrow to turn it"))
        slice.toggle(camera);
    if (!slice.is_on()) return;
    PlaneChoice& plane = slice.choice.plane;
    const auto kpc = static_cast<float>(kpc_per_length);
    widgets.slider("Tilt", plane.tilt, 0, 180, 0, "%.0f degrees", Widgets::Scale::linear,
                   "Angle between the slice and the plane z = 0, in which the galaxies of most scenes orbit");
    widgets.slider("Turn##slice", plane.turn, -180, 180, 0, "%.0f degrees", Widgets::Scale::linear,
                   "Rotation of the tilted plane about the z axis");
    float height = plane.height * kpc;
    if (widgets.slider("Height", height, -200, 200, 0, "%.1f kpc", Widgets::Scale::linear,
                       "Distance of the plane along its normal from its first place"))
        plane.height = height / kpc;
    float edge = plane.edge * kpc;
    if (widgets.slider("Edge", edge, 1, 2000, 160, "%.0f kpc", Widgets::Scale::logarithmic,
                       "Edge length of the square slice"))
        plane.edge = edge / kpc;
    widgets.slider("Opacity", slice.choice.opacity, 0.05, 1, 0.7, "%.2f", Widgets::Scale::linear,
                   "Opacity where the potential is deepest; elsewhere the slice is more transparent");
    widgets.checkbox("Lines", slice.choice.lines, true, "Lines of equal potential, labeled in units of (100 km/s)²");
    ImGui::SameLine(0.5f * ImGui::GetWindowWidth());
    widgets.checkbox("Arrows", slice.choice.arrows, false, "Arrows that show the pull on bodies within the plane");
    if (widgets.button("Move to camera target",
                       "Moves the plane through the camera's target and makes it as large as the picture"))
        slice.put_before(camera);
    if (const auto& map = slice.newest()) {
        char text[96];
        const double unit = 1e-4 * km_s_per_velocity * km_s_per_velocity;
        std::snprintf(text, sizeof text, "Potential: %.3g to %.3g (100 km/s)²", map->least * unit, map->most * unit);
        widgets.line("depth", text, "Deepest and shallowest potential of the slice");
    }
}

}  // namespace milkomeda
