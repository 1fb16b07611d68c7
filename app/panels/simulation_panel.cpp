// The Simulation panel: buttons to play, step and reset the run, the simulation parameters, and the pace.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/ui/text_fit.hpp"
#include "data/base/units.hpp"

namespace milkomeda {

void simulation_panel(Widgets& widgets, const RunPanelContents& contents, PanelActions& actions) {
    ParticleSource& source = contents.loaded.particle_source();
    const SimulationStatus status = source.frames().status();
    const bool runs = status.tier != Tier::none;

    if (widgets.button(source.transport().playing() ? "Pause" : "Play", "Stops or continues the run ( space )") && runs)
        source.transport().play(!source.transport().playing());
    ImGui::SameLine();
    if (widgets.button("Step", "Finishes the current step, or computes one step ( . )") && runs)
        source.transport().step();
    ImGui::SameLine();
    actions.reset = widgets.button("Reset", "Returns to the start of the run ( r )");
    const double time = contents.loaded.moment().time;  // displayed model time, as on the clock in the picture
    ImGui::TextWrapped("%s   %s   step %ld", format_time(time).c_str(), format_model_time(time).c_str(), status.steps);
    if (!runs) ImGui::TextWrapped("Paused: %s", status.tier_reason.c_str());

    for (const ParameterGroup group :
         {ParameterGroup::physics, ParameterGroup::method, ParameterGroup::pace, ParameterGroup::window}) {
        parameter_controls(widgets, contents.parameters, contents.loaded.initial().parameters, group);
        const auto errors = source.force_errors();
        if (errors && group == ParameterGroup::method) write_wrapped(to_text(*errors));
    }
    for (const std::string& line : warnings(contents.parameters)) write_warning(line);
    save_section(widgets, contents.save_name, actions);
}

}  // namespace milkomeda
