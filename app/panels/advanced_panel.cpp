// The Advanced panel: the compute device and its speed, drawing, kernels and screen.
#include <imgui.h>

#include "app/diagnostics/kernel_tuning.hpp"
#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/text_fit.hpp"

namespace milkomeda {

void advanced_panel(Widgets& widgets, const AdvancedPanelContents& contents, PanelActions& actions) {
    const SimulationStatus status = contents.loaded.particle_source().frames().status();
    write_wrapped(contents.loaded.particle_source().frames().device_text());
    ImGui::TextWrapped("Memory tier %s: %s", name_of(status.tier).data(), status.tier_reason.c_str());
    write_wrapped(status.solver);
    if (!status.numbers.empty()) write_wrapped("Numbers: " + status.numbers);
    if (contents.kernels.searching()) {
        ImGui::ProgressBar(
            static_cast<float>(contents.kernels.search_done()), {0.7f * ImGui::GetWindowWidth(), 0},
            contents.kernels.search_waits() ? "search waits for spare time" : "searching the fastest kernel");
        ImGui::SameLine();
        if (widgets.button("Skip", "Ends the search for the fastest kernel; it begins again at the next start"))
            contents.kernels.skip();
    }
    const double bodies = static_cast<double>(contents.loaded.initial().particles.size());
    if (contents.loaded.particle_source().solver().kernel.variant)
        ImGui::TextWrapped("%.3g Gpair/s, %.3g bodies/s", status.pairs_per_second / 1e9,
                           status.pairs_per_second / bodies * contents.parameters.fraction_denominator);
    drawing_section(widgets, contents.quality, contents.look);
    if (status.tier != Tier::none &&
        widgets.section("Kernels", "Solvers, and kernel variants of the direct sum; a click switches to one of them"))
        kernels_section(widgets, contents, actions);
    screen_section(widgets, contents.window, contents.ui);
}

}  // namespace milkomeda
