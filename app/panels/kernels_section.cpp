// The section of the Device panel that compares the forms of the direct sum and switches between them.
#include <algorithm>
#include <cstdio>

#include "app/panels/panel.hpp"
#include "app/scene/loaded_scene.hpp"
#include "app/tuning/kernel_tuning.hpp"

namespace milkomeda {

// The list goes from the plainest to the fastest; bars compare what was measured.
void kernels_section(Widgets& widgets, const PanelView& view, PanelActions&) {
    KernelTuning& kernels = view.kernels;
    const KernelVariant* running = view.loaded.motion().kernel().variant;
    double fastest = 0;
    for (const KernelVariant* variant : kernels.variants())
        fastest = std::max(fastest, kernels.pairs_per_second(*variant));
    for (const KernelVariant* variant : kernels.variants()) {
        const double rate = kernels.pairs_per_second(*variant);
        char text[32] = "not measured";
        if (rate > 0) std::snprintf(text, sizeof text, "%.3g Gpair/s", rate * 1e-9);
        if (widgets.option(variant->name.data(), text, rate > 0 ? static_cast<float>(rate / fastest) : 0,
                           variant == running, variant->idea.data()))
            kernels.pick(*variant);
    }
    if (!kernels.searching() &&
        widgets.button("search", "measures all kernels with these bodies, and takes the fastest"))
        kernels.search();
}

}  // namespace milkomeda
