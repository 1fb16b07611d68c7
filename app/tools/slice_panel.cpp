#include "app/tools/tool_panels.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "data/base/units.hpp"

namespace milkomeda {

void slice_panel(Widgets& widgets, PotentialSlice& slice, const Camera& camera) {
    bool on = slice.is_on();
    if (widgets.checkbox("Slice", on, false,
                         "Slice through the gravitational potential of all bodies, updated live ( u ): colors for the "
                         "depth of the potential, and lines of equal potential. In the "
                         "picture, drag the ring in the center to move the slice, and the tip of the arrow to turn the "
                         "slice"))
        slice.toggle(camera);
    if (!slice.is_on()) return;
    PlaneChoice& plane = slice.choice.plane;
    const auto kpc = static_cast<float>(kpc_per_length);
    widgets.slider("Tilt", plane.tilt, {0, 180, 0, "%.0f°"},
                   "Angle between the slice and the plane z = 0, in which the galaxies of most scenes orbit");
    widgets.slider("Turn##slice", plane.turn, {-180, 180, 0, "%.0f°"}, "Rotation of the tilted slice about the z axis");
    float height = plane.height * kpc;
    if (widgets.slider("Height", height, {-200, 200, 0, "%.1f kpc"},
                       "Distance by which the slice is moved along its normal"))
        plane.height = height / kpc;
    float edge = plane.edge * kpc;
    if (widgets.slider("Edge", edge, {1, 2000, 160, "%.0f kpc", Widgets::Scale::logarithmic},
                       "Edge length of the square slice"))
        plane.edge = edge / kpc;
    widgets.slider("Opacity", slice.choice.opacity, {0.05, 1, 0.7, "%.2f"},
                   "Opacity at the deepest potential; the slice is more transparent where the potential is shallower");
    widgets.checkbox("Lines", slice.choice.lines, true,
                     fmt::format("Lines of equal potential, labeled in units of {}", potential_unit.name).c_str());
    ImGui::SameLine(0.5f * ImGui::GetWindowWidth());
    widgets.checkbox("Arrows", slice.choice.arrows, false,
                     "Arrows in the direction of the acceleration within the plane of the slice");
    if (widgets.button("Move to camera target",
                       "Moves the slice to the camera's target, and makes the slice as large as the picture"))
        slice.put_before(camera);
    if (const auto& map = slice.newest())
        widgets.line("depth",
                     fmt::format("Potential: {:.3g} to {:.3g} {}", map->least * potential_unit.per_model_unit,
                                 map->most * potential_unit.per_model_unit, potential_unit.name)
                         .c_str(),
                     "Deepest and shallowest potential of the slice");
}

}  // namespace milkomeda
