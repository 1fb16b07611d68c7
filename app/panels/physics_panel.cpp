// The Physics drawer: the parameters of the simulation and its pace.
#include <imgui.h>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/ui/text_fit.hpp"

namespace milkomeda {

void physics_panel(Widgets& widgets, const RunPanelContents& contents) {
    const ParticleSource& source = contents.loaded.particle_source();
    const SimulationStatus status = source.frames().status();
    const SimulationParameters& initial = contents.loaded.initial().parameters;
    if (status.tier == Tier::none) ImGui::TextWrapped("Paused: %s", status.tier_reason.c_str());
    parameter_controls(widgets, contents.parameters, initial, ParameterRank::main);
    if (!status.gas.empty() && widgets.section("Gas", "Pressure of the gas, and the numbers of its computation")) {
        parameter_controls(widgets, contents.parameters, initial, ParameterRank::gas);
        write_wrapped(status.gas);
    }
    if (widgets.section("Advanced", "Integrator, accuracy of the forces, and memory for key frames")) {
        parameter_controls(widgets, contents.parameters, initial, ParameterRank::advanced);
        if (const auto errors = source.force_errors()) write_wrapped(to_text(*errors));
    }
    // Warnings come last, so that no control moves when a warning appears.
    for (const std::string& line : warnings(contents.parameters)) write_warning(line);
}

}  // namespace milkomeda
