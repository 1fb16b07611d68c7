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
    if (history.times.empty()) return "The two runs have not been at one time yet";
    const double rms = kpc_per_length * history.rms.back(), separation = kpc_per_length * history.separation.back();
    std::string words;
    if (std::isfinite(rms)) words = fmt::format("rms {:.2g} kpc", rms);
    if (std::isfinite(separation))
        words += fmt::format("{}separation {:.2g} kpc", words.empty() ? "" : ", ", separation);
    if (words.empty()) return "No difference is known: the runs have different bodies, and not exactly two galaxies";
    return fmt::format("{}: {}", std::isfinite(rms) && std::isfinite(separation) ? "Differences" : "Difference", words);
}

// Draws the curves of both runs in kpc.
void distances(const SplitHistory& history, const std::array<float, 4>& place, PlotZoom& zoom) {
    const auto in_kpc = [](const std::vector<double>& lengths) { return scaled(lengths, kpc_per_length); };
    const std::vector<double> times = scaled(history.times, myr_per_time), rms = in_kpc(history.rms),
                              separation = in_kpc(history.separation), first = in_kpc(history.first_separation),
                              second = in_kpc(history.second_separation);
    const Plot plot{.x = {.label = "time, Myr"},
                    .y = {.logarithmic = true},
                    .curves = {{.name = "rms distance of bodies, kpc", .x = times, .y = rms, .color = 0},
                               {.name = "difference of separations, kpc", .x = times, .y = separation, .color = 1},
                               {.name = "separation left, kpc", .x = times, .y = second, .color = 2},
                               {.name = "separation right, kpc", .x = times, .y = first, .color = 3}}};
    show_plot(plot, place, zoom);
}

// Draws the relative energy errors of both runs since the comparison began.
void energies(const SplitView& split, const EnergyHistory& first, const std::array<float, 4>& place, PlotZoom& zoom) {
    const double from = split.history().times.empty() ? 0 : split.history().times.front();
    const std::vector<double> first_times = scaled(first.times, myr_per_time),
                              first_errors = energy_errors(first, from),
                              second_times = scaled(split.second_energies().times, myr_per_time),
                              second_errors = energy_errors(split.second_energies(), from);
    const Plot plot{.x = {.label = "time, Myr"},
                    .y = {.logarithmic = true},
                    .curves = {{.name = "energy error left", .x = second_times, .y = second_errors, .color = 2},
                               {.name = "energy error right", .x = first_times, .y = first_errors, .color = 3}}};
    show_plot(plot, place, zoom);
}

}  // namespace

void SplitPanel::draw(Widgets& widgets, const SplitView& split, const ParticleSource& run,
                      const SimulationParameters& parameters, const EnergyHistory& first_energies, float scale) {
    if (!split.on()) return;
    const std::string first = split.second().first_title(parameters);
    title(split.panes().second, scale, split.second().title());
    title(split.panes().first, scale, first.empty() ? words_for_forces(run.frames().status(), parameters) : first);

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
    ImGui::SameLine();
    if (widgets.button(
            shows_energies_ ? "Show distances###Curves" : "Show energy errors###Curves",
            "Changes the curves of the plot: distances, or the relative energy errors of both runs since the "
            "comparison began"))
        shows_energies_ = !shows_energies_, zoom_ = {};
    const float height = ImGui::GetContentRegionAvail().y;
    if (height > 3 * ImGui::GetTextLineHeight()) {
        const auto area = widgets.canvas("plot", height, "Curves of both runs as functions of time");
        if (shows_energies_)
            energies(split, first_energies, area, zoom_);
        else
            distances(history, area, zoom_);
    }
    widgets.end_panel();
    ImGui::End();
}

}  // namespace milkomeda
