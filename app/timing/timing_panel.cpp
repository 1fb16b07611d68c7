#include "app/timing/timing_panel.hpp"

#include <imgui.h>

#include "app/widgets/plot.hpp"

namespace milkomeda {

void timing_panel(Widgets& widgets, const FrameClock& clock) {
    ImGui::TextWrapped("%.1f ms a frame", 1e3 * clock.smooth_seconds());
    const auto place = widgets.canvas("frames", plot_height(), "how long each of the last frames took");
    draw_plot({.values = clock.history_ms(),
               .first = static_cast<std::size_t>(clock.history_start()),
               .unit = "ms",
               .begin = std::to_string(clock.history_size) + " frames ago",
               .end = "now"},
              place);
}

}  // namespace milkomeda
