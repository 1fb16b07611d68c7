#include "app/tools/tool_panels.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>
#include <numbers>

#include "app/ui/text_fit.hpp"
#include "data/base/units.hpp"
#include "data/text/text_number.hpp"

namespace milkomeda {
namespace {

bool transport_buttons(Widgets& widgets, Transport& transport, long steps) {
    if (widgets.button(transport.playing() ? "Pause" : "Play", "Stops or continues the run ( space )"))
        transport.play(!transport.playing());
    ImGui::SameLine();
    if (widgets.button("Step", "Computes the iterations up to the next displayed state ( . )")) transport.step();
    ImGui::SameLine();
    const bool reset = widgets.button("Reset", "Returns to the start of the run ( r )");
    ImGui::TextWrapped("%s   step %ld", format_model_time(transport.time()).c_str(), steps);
    return reset;
}

// Shows the numbers of particles, and the present and largest number of cells with more particles than slots.
void counts(const LiveBox& box) {
    const MixedStatus status = box.status();
    write_wrapped(
        fmt::format("{} small particles, {} large particles", count_text(status.small), count_text(status.large)));
    const std::string cells = fmt::format("Overfull grid cells: {} now, at most {} since the start of the run",
                                          status.full_cells, status.most_full_cells);
    status.full_cells > 0 ? write_warning(cells) : write_wrapped(cells);
}

void tool_controls(Widgets& widgets, LiveBox& box, MixedTools& tools) {
    MixedTool tool = tools.tool();
    if (widgets.choice("Mouse tool", tool, names<MixedTool>, MixedTool::grab,
                       "grab: drags and throws large particles ( k ). add: a click adds a large particle ( i ). "
                       "gravity: directs gravity to the pointer ( j ). The key Delete removes the large particle under "
                       "the pointer") &&
        tool != tools.tool()) {
        tools.put_away();
        if (tool != MixedTool::grab) tools.choose(tool);
    }
    widgets.slider("Radius", tools.radius_to_add, {box.box().least_radius, box.box().largest_radius, 0.3, "%.2f"},
                   "Radius of an added large particle, in the length unit of the box");
}

void physics_controls(Widgets& widgets, LiveBox& box) {
    MixedSimulation& simulation = box.simulation();
    glm::dvec3& gravity = simulation.gravity();
    const glm::dvec3& initial = box.box().gravity;
    double strength = glm::length(gravity);
    if (widgets.slider("Gravity", strength, {0.01, 3, glm::length(initial), "%.2f"},
                       "Gravitational acceleration of all moving particles, in the units of the box"))
        gravity = glm::length(gravity) > 0 ? strength / glm::length(gravity) * gravity : glm::dvec3{0, -strength, 0};
    constexpr double degree = std::numbers::pi / 180;
    double angle = std::atan2(gravity.x, -gravity.y) / degree;
    if (widgets.slider("Gravity direction###Direction", angle,
                       {-180, 180, std::atan2(initial.x, -initial.y) / degree, "%.0f°"},
                       "Direction of gravity in degrees: 0 is down, 90 is right. The mouse tool gravity also changes "
                       "this direction")) {
        const double across = std::hypot(gravity.x, gravity.y);
        gravity = {across * std::sin(angle * degree), -across * std::cos(angle * degree), gravity.z};
    }
}

// Draws the control of the schedule, and shows computing and waiting times of device and CPU per iteration.
void work_controls(Widgets& widgets, LiveBox& box) {
    MixedSimulation& simulation = box.simulation();
    widgets.choice("Schedule", simulation.schedule(), names<MixedSchedule>, box.box().schedule,
                   "balanced: the device builds the grid at the end of the previous iteration, and the CPU computes "
                   "large particles while the device moves small particles. plain: all tasks run one after another");
    const MixedTimes& times = box.times();
    ImGui::TextWrapped("Memory shared by device and CPU: %s", name_of(box.box().memory).data());
    ImGui::TextWrapped("Duration of one iteration: %.2f ms", 1e3 * times.total);
    ImGui::TextWrapped("Computing time per iteration: device %.2f ms, CPU %.2f ms", 1e3 * times.device,
                       1e3 * times.host);
    ImGui::TextWrapped("Per iteration, the CPU waits %.2f ms for the device; mapping or copying memory takes %.2f ms",
                       1e3 * times.wait, 1e3 * times.map);
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
