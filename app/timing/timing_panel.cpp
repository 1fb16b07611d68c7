#include "app/timing/timing_panel.hpp"

#include <imgui.h>

#include "app/plots/plot.hpp"

namespace milkomeda {

void timing_panel(Widgets& widgets, const FrameClock& clock) {
    ImGui::TextWrapped("%.1f ms a frame", 1e3 * clock.smooth_seconds());
    std::vector<double> ago, milliseconds;
    for (int i = 0; i < clock.history_size; ++i) {
        ago.push_back(i + 1 - clock.history_size);
        milliseconds.push_back(double{
            clock.history_ms()[static_cast<std::size_t>((clock.history_start() + i) % clock.history_size)]});
    }
    const Plot plot{
        .x = {"frames, 0 is the last"}, .y = {"ms", false, {}, true}, .curves = {{"", ago, milliseconds}}};
    const float width = ImGui::GetContentRegionAvail().x;
    PlotZoom all;
    show_plot(plot, widgets.canvas("frames", plot_height(plot, width, 3), ""), all);
}

}  // namespace milkomeda
