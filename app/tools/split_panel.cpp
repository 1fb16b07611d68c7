#include "app/tools/tool_panels.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <cmath>

#include "app/ui/text_fit.hpp"
#include "app/viewport/overlay_painter.hpp"
#include "data/base/units.hpp"

namespace milkomeda {
namespace {

// Returns a description of the forces that the user has chosen: "1/8 of the bodies, direct" or "fmm, draft".
std::string words_for_forces(const SimulationStatus& status, const SimulationParameters& parameters) {
    std::string solver = status.solver.substr(0, status.solver.find(','));
    if (solver.ends_with("fmm")) return fmt::format("{}, {}", solver, name_of(parameters.accuracy));
    if (parameters.fraction_denominator == 1) return solver;
    return fmt::format("1/{} of the bodies, {}", parameters.fraction_denominator, solver);
}

void title(const Area& pane, float scale, const std::string& words) {
    const float line = ImGui::GetTextLineHeight(), air = 0.7f * line;
    const OverlayPainter painter{*ImGui::GetBackgroundDrawList(), View{}, pane.least, scale};
    painter.text({air, 0.5f * (split_title_lines - 1) * line}, shortened(words, pane.size.x - 2 * air),
                 {1, 1, 1, 0.9f});
}

std::vector<double> scaled(const std::vector<double>& numbers, double factor) {
    std::vector<double> products;
    for (const double number : numbers) products.push_back(factor * number);
    return products;
}

std::string summary(const SplitHistory& history) {
    if (history.times.empty()) return "The two runs have not completed a step yet";
    const double rms = kpc_per_length * history.rms.back(), separation = kpc_per_length * history.separation.back();
    return std::isfinite(separation)
               ? fmt::format("Differences: rms {:.2g} kpc, separation {:.2g} kpc", rms, separation)
               : fmt::format("Difference: rms {:.2g} kpc", rms);
}

}  // namespace

void SplitPanel::draw(Widgets& widgets, const SplitView& split, const ParticleSource& run,
                      const SimulationParameters& parameters, float scale) {
    if (!split.on()) return;
    title(split.panes().exact, scale, "Exact forces");
    title(split.panes().chosen, scale, words_for_forces(run.frames().status(), parameters));

    const Area& place = split.panes().plot;
    ImGui::SetNextWindowPos({place.least.x, place.least.y});
    ImGui::SetNextWindowSize({place.size.x, place.size.y});
    ImGui::Begin(split_title, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoBringToFrontOnFocus);
    widgets.begin_panel(split_title);
    const SplitHistory& history = split.history();
    widgets.line(
        "difference", summary(history).c_str(),
        "rms: root mean square distance between each body's positions in the left and in the right run; chaotic "
        "motion makes this distance grow, however small the force errors are. separation: by how much the "
        "distance of the two galaxies differs between the left and the right run");
    const std::vector<double> times = scaled(history.times, myr_per_time), rms = scaled(history.rms, kpc_per_length),
                              separation = scaled(history.separation, kpc_per_length);
    const Plot plot{.x = {.label = "time, Myr"},
                    .y = {.logarithmic = true},
                    .curves = {{.name = "rms distance of bodies, kpc", .x = times, .y = rms, .color = 0},
                               {.name = "separation, kpc", .x = times, .y = separation, .color = 1}}};
    const float height = ImGui::GetContentRegionAvail().y;
    if (height > 3 * ImGui::GetTextLineHeight())
        show_plot(plot, widgets.canvas("plot", height, "Differences between the two runs as functions of time"), zoom_);
    widgets.end_panel();
    ImGui::End();
}

}  // namespace milkomeda
