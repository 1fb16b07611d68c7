#include "app/tools/mixed_panel.hpp"

#include <imgui.h>

#include <cmath>
#include <numbers>

namespace milkomeda {
namespace {

bool transport_buttons(Widgets& widgets, Transport& transport, long steps) {
    if (widgets.button(transport.playing() ? "Pause" : "Play", "Stops or continues the run ( space )"))
        transport.play(!transport.playing());
    ImGui::SameLine();
    if (widgets.button("Step", "Computes one displayed step ( . )")) transport.step();
    ImGui::SameLine();
    const bool reset = widgets.button("Reset", "Returns to the start of the run ( r )");
    ImGui::TextWrapped("t = %.2f   step %ld", transport.time(), steps);
    return reset;
}

// Shows the numbers of particles, and the number of grid cells that contain more particles than fit.
void counts(const LiveBox& box) {
    const MixedStatus status = box.status();
    ImGui::TextWrapped("%zu small, %zu large particles", status.small, status.large);
    const bool now = status.full_cells > 0;
    if (now) ImGui::PushStyleColor(ImGuiCol_Text, {1.0f, 0.75f, 0.3f, 1});
    ImGui::TextWrapped("Full cells: %zu now, at most %zu so far", status.full_cells, status.most_full_cells);
    if (now) ImGui::PopStyleColor();
}

void tool_controls(Widgets& widgets, LiveBox& box, MixedTools& tools) {
    MixedTool tool = tools.tool();
    if (widgets.choice("Mouse tool", tool, names<MixedTool>, MixedTool::grab,
                       "grab: drags and throws large particles ( k ). add: a click adds a large particle ( i ). "
                       "gravity: "
                       "gravity points to the pointer ( j ). The key Delete removes the particle under the pointer") &&
        tool != tools.tool()) {
        tools.put_away();
        if (tool != MixedTool::grab) tools.choose(tool);
    }
    widgets.slider("Radius", tools.radius_to_add, box.box().least_radius, box.box().largest_radius, 0.3, "%.2f",
                   Widgets::Scale::linear, "Radius of an added large particle");
}

void physics_controls(Widgets& widgets, LiveBox& box) {
    MixedSimulation& simulation = box.simulation();
    glm::dvec3& gravity = simulation.gravity();
    const glm::dvec3& initial = box.box().gravity;
    double strength = glm::length(gravity);
    if (widgets.slider("Gravity", strength, 0.01, 3, glm::length(initial), "%.2f", Widgets::Scale::linear,
                       "Gravitational acceleration of all moving particles"))
        gravity = glm::length(gravity) > 0 ? strength / glm::length(gravity) * gravity : glm::dvec3{0, -strength, 0};
    constexpr double degree = std::numbers::pi / 180;
    double angle = std::atan2(gravity.x, -gravity.y) / degree;
    if (widgets.slider("Direction", angle, -180, 180, std::atan2(initial.x, -initial.y) / degree, "%.0f degrees",
                       Widgets::Scale::linear,
                       "Direction of gravity in degrees: 0 is down, 90 is right. The mouse tool for gravity "
                       "changes it, too.")) {
        const double across = std::hypot(gravity.x, gravity.y);
        gravity = {across * std::sin(angle * degree), -across * std::cos(angle * degree), gravity.z};
    }
}

// Shows computing and waiting times of device and CPU, as in figure 10.1 of the case study.
void work_controls(Widgets& widgets, LiveBox& box) {
    MixedSimulation& simulation = box.simulation();
    widgets.choice("Schedule", simulation.schedule(), names<MixedSchedule>, box.box().schedule,
                   "balanced: the grid is built at the end of the previous iteration, and the CPU computes large "
                   "particles while the device moves small ones. plain: one task after the other");
    const MixedTimes& times = box.times();
    ImGui::TextWrapped("Memory: %s", name_of(box.box().memory).data());
    ImGui::TextWrapped("One iteration: %.2f ms", 1e3 * times.total);
    ImGui::TextWrapped("Time per iteration: device %.2f ms, host %.2f ms", 1e3 * times.device, 1e3 * times.host);
    ImGui::TextWrapped("Waiting %.2f ms, mapping memory %.2f ms", 1e3 * times.wait, 1e3 * times.map);
}

}  // namespace

bool mixed_panel(Widgets& widgets, LiveBox& box, Transport& transport, MixedTools& tools) {
    const bool reset = transport_buttons(widgets, transport, box.status().steps);
    counts(box);
    tool_controls(widgets, box, tools);
    physics_controls(widgets, box);
    work_controls(widgets, box);
    return reset;
}

}  // namespace milkomeda
