// The Device panel: what computes and how fast, what a frame costs, and the screen.
#include <imgui.h>

#include <cstdio>

#include "app/panels/panel.hpp"
#include "app/platform/frame_clock.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tuning/kernel_tuning.hpp"

namespace milkomeda {

void device_panel(Widgets& widgets, const PanelView& view, PanelActions& actions) {
    const SimulationStatus status = view.loaded.motion().status();
    ImGui::TextWrapped("%s", view.loaded.motion().device_text().c_str());
    ImGui::TextWrapped("tier %s: %s", name_of(status.tier).data(), status.tier_reason.c_str());
    ImGui::TextWrapped("%s", status.solver.c_str());
    if (view.kernels.searching()) {
        ImGui::ProgressBar(
            static_cast<float>(view.kernels.search_done()), {0.7f * ImGui::GetWindowWidth(), 0},
            view.kernels.search_waits() ? "waits for time to spare" : "searching for the fastest");
        ImGui::SameLine();
        if (widgets.button("skip", "end the search; it begins again at the next start")) view.kernels.skip();
    }
    const double bodies = static_cast<double>(view.loaded.initial().particles.size());
    if (view.loaded.motion().solver().kernel.variant)
        ImGui::Text("%.3g Gpair/s, %.3g bodies/s", status.pairs_per_second / 1e9,
                    status.pairs_per_second / bodies * view.parameters.fraction_denominator);
    const auto& history = view.clock.history_ms();
    char text[32];
    std::snprintf(text, sizeof text, "%.1f ms a frame", 1e3 * view.clock.smooth_seconds());
    ImGui::PlotLines("##frame ms", history.data(), static_cast<int>(history.size()),
                     view.clock.history_start(), text, 0, 100, {0, 2 * ImGui::GetTextLineHeight()});
    drawing_section(widgets, view, actions);
    if (status.tier != Tier::none &&
        widgets.section("kernels", "solvers, and the forms of the direct sum, to switch through"))
        kernels_section(widgets, view, actions);
    screen_section(widgets, view, actions);
}

}  // namespace milkomeda
