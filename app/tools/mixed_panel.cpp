#include "app/tools/mixed_panel.hpp"

#include <imgui.h>

#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

bool transport_buttons(Widgets& widgets, MixedRun& source) {
    if (widgets.button(source.playing() ? "pause" : "play", "space")) source.play(!source.playing());
    ImGui::SameLine();
    if (widgets.button("step", "one displayed step ( . )")) source.step();
    ImGui::SameLine();
    const bool reset = widgets.button("reset", "back to the start ( r )");
    ImGui::TextWrapped("t = %.2f   step %ld", source.time(), source.mixed_status().steps);
    return reset;
}

// Cells that were full are never passed over in silence.
void counts(const MixedRun& source) {
    const MixedStatus status = source.mixed_status();
    ImGui::TextWrapped("%zu small, %zu large", status.small, status.large);
    const bool now = status.full_cells > 0;
    if (now) ImGui::PushStyleColor(ImGuiCol_Text, {1.0f, 0.75f, 0.3f, 1});
    ImGui::TextWrapped("full cells: %zu, at most %zu", status.full_cells, status.most_full_cells);
    if (now) ImGui::PopStyleColor();
}

void tool_controls(Widgets& widgets, MixedRun& source, MixedTools& tools) {
    MixedTool tool = tools.tool();
    if (widgets.choice(
            "mouse", tool, names<MixedTool>, MixedTool::grab,
            "grab: large ones can be dragged and thrown ( k ). add: a click adds one ( i ). gravity: it "
            "points from the middle to the pointer ( j ). Delete removes the one under the pointer") &&
        tool != tools.tool()) {
        tools.put_away();
        if (tool != MixedTool::grab) tools.choose(tool);
    }
    const MixedBox& box = source.box();
    widgets.slider("radius", tools.radius_to_add, box.least_radius, box.largest_radius, 0.3, "%.2f",
                   Widgets::Scale::linear, "of a large particle that is added");
}

void physics_controls(Widgets& widgets, MixedRun& source) {
    MixedSimulation& simulation = source.simulation_of_box();
    Vector3& gravity = simulation.gravity();
    const Vector3& initial = source.box().gravity;
    double strength = length(gravity);
    if (widgets.slider("gravity", strength, 0.01, 3, length(initial), "%.2f", Widgets::Scale::linear,
                       "acceleration of everything that moves"))
        gravity = length(gravity) > 0 ? strength / length(gravity) * gravity : Vector3{0, -strength, 0};
    constexpr double degree = std::numbers::pi / 180;
    double angle = std::atan2(gravity.x, -gravity.y) / degree;
    if (widgets.slider("direction", angle, -180, 180, std::atan2(initial.x, -initial.y) / degree,
                       "%.0f degrees", Widgets::Scale::linear,
                       "of gravity: 0 is down, 90 to the right; the tool gravity turns it too")) {
        const double across = std::hypot(gravity.x, gravity.y);
        gravity = {across * std::sin(angle * degree), -across * std::cos(angle * degree), gravity.z};
    }
}

// As figure 10.1 of the case study: who works how long, and who waits.
void work_controls(Widgets& widgets, MixedRun& source) {
    MixedSimulation& simulation = source.simulation_of_box();
    widgets.choice(
        "schedule", simulation.schedule(), names<MixedSchedule>, source.box().schedule,
        "balanced: the grid is built at the end of the iteration before, and large ones push each other "
        "while the device moves small ones; plain: one after the other");
    const MixedTimes& times = source.times();
    ImGui::TextWrapped("memory: %s", name_of(source.box().memory).data());
    ImGui::TextWrapped("an iteration: %.2f ms", 1e3 * times.total);
    ImGui::TextWrapped("device %.2f ms, host %.2f ms", 1e3 * times.device, 1e3 * times.host);
    ImGui::TextWrapped("waits %.2f ms, maps %.2f ms", 1e3 * times.wait, 1e3 * times.map);
}

}  // namespace

bool mixed_panel(Widgets& widgets, MixedRun& source, MixedTools& tools) {
    const bool reset = transport_buttons(widgets, source);
    counts(source);
    tool_controls(widgets, source, tools);
    physics_controls(widgets, source);
    work_controls(widgets, source);
    return reset;
}

}  // namespace milkomeda
