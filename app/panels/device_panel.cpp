// The Advanced panel: the compute device and its speed, drawing, kernels and screen.
#include <imgui.h>

#include "app/diagnostics/kernel_tuning.hpp"
#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/text_fit.hpp"

namespace milkomeda {
void device_panel(Widgets& widgets, const PanelView& view, PanelActions& actions) {
    const SimulationStatus status = view.loaded.particle_source().frames().status();
    write_wrapped(view.loaded.particle_source().frames().device_text());
    ImGui::TextWrapped("Memory tier %s: %s", name_of(status.tier).data(), status.tier_reason.c_str());
    write_wrapped(status.solver);
    if (!status.numbers.empty()) write_wrapped("Numbers: " + status.numbers);
    if (view.kernels.searching()) {
        ImGui::ProgressBar(
            static_cast<float>(view.kernels.search_done()), {0.7f * ImGui::GetWindowWidth(), 0},
            view.kernels.search_waits() ? "search waits for spare time" : "searching the fastest kernel");
        ImGui::SameLine();
        if (widgets.button("Skip",
                           "Ends the search for the fastest kernel; it begins again at the next start"))
            view.kernels.skip();
    }
    const double bodies = static_cast<double>(view.loaded.initial().particles.size());
    if (view.loaded.particle_source().solver().kernel.variant)
        ImGui::TextWrapped("%.3g Gpair/s, %.3g bodies/s", status.pairs_per_second / 1e9,
                           status.pairs_per_second / bodies * view.parameters.fraction_denominator);
    drawing_section(widgets, view, actions);
    if (status.tier != Tier::none &&
        widgets.section("Kernels",
                        "Solvers, and kernel variants of the direct sum; a click switches to one of them"))
        kernels_section(widgets, view, actions);
    screen_section(widgets, view, actions);
}

}  // namespace milkomeda
