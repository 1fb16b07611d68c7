// The section of the Advanced panel that selects the solver and the kernel variant of the direct sum, and
// compares the speeds of the variants.
#include <algorithm>
#include <cstdio>

#include <imgui.h>

#include "app/diagnostics/kernel_tuning.hpp"
#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"

namespace milkomeda {
namespace {

void choose_solver(Widgets& widgets, const AdvancedPanelContents& contents, PanelActions& actions) {
    const SolverType* running = contents.loaded.particle_source().solver().type;
    for (const SolverType& type : solvers())
        if (widgets.option(type.name.data(), "", 0, &type == running, type.idea.data()) && &type != running)
            actions.solver = SolverChoice{.type = &type};
}

}  // namespace

// Lists the kernel variants from the simplest to the fastest, with bars for their measured rates.
void kernels_section(Widgets& widgets, const AdvancedPanelContents& contents, PanelActions& actions) {
    choose_solver(widgets, contents, actions);
    ImGui::Separator();
    KernelTuning& kernels = contents.kernels;
    const KernelVariant* running = contents.loaded.particle_source().solver().kernel.variant;
    double fastest = 0;
    for (const KernelVariant* variant : kernels.variants())
        fastest = std::max(fastest, kernels.pairs_per_second(*variant));
    for (const KernelVariant* variant : kernels.variants()) {
        const double rate = kernels.pairs_per_second(*variant);
        char text[32] = "not measured";
        if (rate > 0) std::snprintf(text, sizeof text, "%.3g Gpair/s", rate * 1e-9);
        if (widgets.option(variant->name.data(), text, rate > 0 ? static_cast<float>(rate / fastest) : 0,
                           variant == running, variant->idea.data()))
            actions.solver = SolverChoice{.kernel = {variant, {}}};
    }
    if (running && (!kernels.searching() || kernels.search_waits()) &&
        widgets.button("Find fastest kernel", "Measures all kernels with the bodies of this run, and uses the fastest"))
        kernels.search();
}

}  // namespace milkomeda
