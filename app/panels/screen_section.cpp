// The section of the Advanced panel with the text size and the monitor for the full-screen mode.
#include <algorithm>
#include <array>
#include <cstdio>

#include "app/panels/panel.hpp"
#include "app/ui/ui.hpp"

namespace milkomeda {
namespace {

constexpr std::array offered_scales{1.0f, 1.25f, 1.5f, 1.75f, 2.0f, 2.5f, 3.0f};

std::string text_of(float scale) {
    char text[16];
    std::snprintf(text, sizeof text, "%g", scale);
    return text;
}

}  // namespace

void screen_section(Widgets& widgets, Window& window, Ui& ui) {
    if (!widgets.section("Screen", "Size of the text, and the monitor for full screen")) return;

    std::vector<float> scales{0};  // 0 selects the scale of the monitor
    scales.insert(scales.end(), offered_scales.begin(), offered_scales.end());
    if (ui.requested_scale && std::ranges::find(scales, *ui.requested_scale) == scales.end())
        scales.push_back(*ui.requested_scale);
    std::vector<std::string> names{"auto"};
    for (const float scale : std::span{scales}.subspan(1)) names.push_back(text_of(scale));
    const float requested = ui.requested_scale.value_or(0.0f);
    auto index = static_cast<std::size_t>(std::ranges::find(scales, requested) - scales.begin());
    if (widgets.choice("Text size", index, names, 0,
                       "Factor of the size of panels and text; auto is that of the screen"))
        ui.requested_scale = index == 0 ? std::nullopt : std::optional{scales[index]};

    std::vector<std::string> monitors{"where the window is"};
    for (std::string& name : window.monitors()) monitors.push_back(std::move(name));
    if (monitors.size() <= 2) return;
    std::size_t monitor = std::min(window.chosen_monitor() ? *window.chosen_monitor() + 1 : 0, monitors.size() - 1);
    if (widgets.choice("Monitor", monitor, monitors, 0, "Monitor that full screen uses ( F11 )"))
        window.choose_monitor(monitor == 0 ? std::nullopt : std::optional{monitor - 1});
}

}  // namespace milkomeda
