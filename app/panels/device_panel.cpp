// The Device drawer: the compute device and its speed, drawing, kernels and screen.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/diagnostics/kernel_tuning.hpp"
#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/ui/text_fit.hpp"
#include "app/ui/ui.hpp"

namespace milkomeda {
namespace {

// Draws the list of solvers, and the list of kernel variants from the simplest to the fastest. A bar beside each kernel
// variant shows its measured speed.
void kernels_section(Widgets& widgets, const DevicePanelContents& contents, PanelActions& actions) {
    const SolverType* running_type = contents.loaded.particle_source().solver().type;
    for (const SolverType& type : solvers())
        if (widgets.option(type.name.data(), "", 0, &type == running_type, type.idea.data()) && &type != running_type)
            actions.solver = SolverChoice{.type = &type};
    ImGui::Separator();
    KernelTuning& kernels = contents.kernels;
    const KernelVariant* running = contents.loaded.particle_source().solver().kernel.variant;
    double fastest = 0;
    for (const KernelVariant* variant : kernels.variants())
        fastest = std::max(fastest, kernels.pairs_per_second(*variant));
    for (const KernelVariant* variant : kernels.variants()) {
        const double rate = kernels.pairs_per_second(*variant);
        const std::string text = rate > 0 ? fmt::format("{:.3g} Gpair/s", rate * 1e-9) : "not measured";
        if (widgets.option(variant->name.data(), text.c_str(), rate > 0 ? static_cast<float>(rate / fastest) : 0,
                           variant == running, variant->idea.data()))
            actions.solver = SolverChoice{.kernel = {variant, {}}};
    }
    if (running && (!kernels.searching() || kernels.search_waits()) &&
        widgets.button("Find fastest kernel",
                       "Measures all kernel variants with the bodies of this run, and uses the fastest variant"))
        kernels.search();
}

// Selects the text size, and the monitor for the full-screen mode.
void screen_section(Widgets& widgets, Window& window, Ui& ui) {
    if (!widgets.section("Screen", "Size of the text, and monitor for the full-screen mode")) return;

    std::vector<float> scales{0, 1, 1.25f, 1.5f, 1.75f, 2, 2.5f, 3};  // 0 selects the scale of the monitor
    if (ui.requested_scale && std::ranges::find(scales, *ui.requested_scale) == scales.end())
        scales.push_back(*ui.requested_scale);
    std::vector<std::string> names{"auto"};
    for (const float scale : std::span{scales}.subspan(1)) names.push_back(fmt::format("{:g}", scale));
    const float requested = ui.requested_scale.value_or(0.0f);
    auto index = static_cast<std::size_t>(std::ranges::find(scales, requested) - scales.begin());
    if (widgets.choice("Text size", index, names, 0,
                       "Factor by which panels and text are enlarged; auto uses the scale of the monitor"))
        ui.requested_scale = index == 0 ? std::nullopt : std::optional{scales[index]};

    std::vector<std::string> monitors{"monitor of the window"};
    for (std::string& name : window.monitors()) monitors.push_back(std::move(name));
    if (monitors.size() <= 2) return;
    std::size_t monitor = std::min(window.chosen_monitor() ? *window.chosen_monitor() + 1 : 0, monitors.size() - 1);
    if (widgets.choice("Monitor", monitor, monitors, 0, "Monitor for the full-screen mode ( F11 )"))
        window.choose_monitor(monitor == 0 ? std::nullopt : std::optional{monitor - 1});
}

}  // namespace

void device_panel(Widgets& widgets, const DevicePanelContents& contents, PanelActions& actions) {
    const SimulationStatus status = contents.loaded.particle_source().frames().status();
    write_wrapped(contents.loaded.particle_source().frames().device_text());
    ImGui::TextWrapped("Transfer to OpenGL: %s; %s", name_of(status.tier).data(), status.tier_reason.c_str());
    write_wrapped(status.solver);
    if (!status.numbers.empty()) write_wrapped(fmt::format("Number format: {}", status.numbers));
    if (contents.kernels.searching()) {
        write_wrapped(contents.kernels.search_waits() ? "The search for the fastest kernel waits for spare time"
                                                      : "The program searches for the fastest kernel");
        ImGui::ProgressBar(static_cast<float>(contents.kernels.search_done()), {0.5f * ImGui::GetWindowWidth(), 0});
        ImGui::SameLine();
        if (widgets.button("Skip search###Skip",
                           "Ends the search for the fastest kernel; the next start of the program repeats the search"))
            contents.kernels.skip();
    }
    const double bodies = static_cast<double>(contents.loaded.initial().particles.size());
    if (contents.loaded.particle_source().solver().kernel.variant)
        write_wrapped(fmt::format("Speed of the simulation: {:.3g} Gpair/s, {:.3g} bodies/s",
                                  status.pairs_per_second / 1e9,
                                  status.pairs_per_second / bodies * contents.parameters.fraction_denominator));
    drawing_section(widgets, contents.quality, contents.look);
    if (status.tier != Tier::none &&
        widgets.section("Kernels", "Solvers, and kernel variants of the direct sum; click an entry to use it"))
        kernels_section(widgets, contents, actions);
    screen_section(widgets, contents.window, contents.ui);
}

}  // namespace milkomeda
