// The card on which the user chooses the second run of a comparison.
#include <fmt/format.h>
#include <imgui.h>

#include "app/tools/tool_panels.hpp"
#include "app/ui/setting_controls.hpp"
#include "app/ui/text_fit.hpp"

namespace milkomeda {
namespace {

using With = Comparison::With;

// Draws the list of the possible second runs.
void choose_second_run(Widgets& widgets, CompareStatus& status) {
    Comparison& choice = status.choice;
    const auto row = [&](const char* label, With with, const char* tooltip) {
        if (widgets.option(label, "", 0, choice.with == with, tooltip)) choice.with = with;
    };
    row("Exact forces", With::exact_forces, "This run with the direct sum over all bodies ( F4 )");
    row("Another softening, timestep, ...###Parameters", With::parameters,
        "This run with other parameters, from the present time on");
    for (const CompareStatus::Branch& entry : status.branches) {
        const bool chosen = choice.with == With::branch && choice.branch.lock() == entry.branch;
        if (!widgets.option(entry.title.c_str(), "", 0, chosen, "Another branch of the run's history")) continue;
        choice.with = With::branch;
        choice.branch = entry.branch;
        choice.name = entry.title;
    }
    row("A file or scene###File", With::file, "A snapshot, a series, a recording, a saved run, or a scene");
}

void second_run_settings(Widgets& widgets, CompareStatus& status, const SimulationParameters& parameters,
                         bool has_gas) {
    if (status.choice.with == With::parameters)
        step_parameter_controls(widgets, status.choice.parameters, parameters, has_gas);
    if (status.choice.with == With::file)
        widgets.text("Name", status.file,
                     "Path of a file, pattern of a series such as run/snap_*.hdf5, or name of a scene");
}

}  // namespace

CompareRequest compare_panel(Widgets& widgets, CompareStatus& status, const SimulationParameters& parameters,
                             bool has_gas, const SplitView& split) {
    write_wrapped(fmt::format("This run (softening {:.3g}, timestep {:.3g}) against:", parameters.softening,
                              parameters.timestep));
    choose_second_run(widgets, status);
    second_run_settings(widgets, status, parameters, has_gas);
    write_warning(status.limit);
    CompareRequest request = CompareRequest::none;
    ImGui::BeginDisabled(!status.limit.empty());
    if (widgets.button("Compare###Start", "Shows both runs side by side, at equal times and with one camera"))
        request = CompareRequest::start;
    ImGui::EndDisabled();
    if (split.is_asked_for()) {
        ImGui::SameLine();
        if (widgets.button("End", "Shows only the run of the window ( F4 )")) request = CompareRequest::end;
    }
    return request;
}

}  // namespace milkomeda
